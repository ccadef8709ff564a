import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import javax.lang.model.element.*;
import javax.tools.*;

/** Prints what javac says that every name in the given sources means: one tab-separated line for each. */
public final class JavaReferences {
    private static final Set<String> KEYWORDS = Set.of("this", "super", "class", "new");

    private final Trees trees;
    private final SourcePositions positions;
    private final Path root;
    private final PrintStream out;
    private final Set<String> defined = new HashSet<>();

    private JavaReferences(Trees trees, Path root, PrintStream out) {
        this.trees = trees;
        this.positions = trees.getSourcePositions();
        this.root = root;
        this.out = out;
    }

    /** Arguments: the root, the class path (may be empty), a file that lists sources a line, relative to the root. */
    public static void main(String[] args) throws IOException {
        Path root = Path.of(args[0]).toRealPath();
        List<Path> files = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of(args[2]))) {
            files.add(root.resolve(line));
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager manager = compiler.getStandardFileManager(d -> {}, null, StandardCharsets.UTF_8);
        List<String> options = List.of("-proc:none", "-implicit:none", "-classpath", args[1], "-Xmaxerrs", "100000");
        JavacTask task = (JavacTask) compiler.getTask(
            null, manager, d -> {}, options, null, manager.getJavaFileObjectsFromPaths(files));
        Iterable<? extends CompilationUnitTree> units = task.parse();
        task.analyze();
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, "UTF-8");
        JavaReferences references = new JavaReferences(Trees.instance(task), root, out);
        for (CompilationUnitTree unit : units) {
            references.read(unit);
        }
        out.flush();
    }

    private void read(CompilationUnitTree unit) throws IOException {
        String text = unit.getSourceFile().getCharContent(true).toString();
        new TreePathScanner<Void, Void>() {
            @Override public Void visitIdentifier(IdentifierTree tree, Void p) {
                used(unit, text, getCurrentPath(), tree, tree.getName().toString());
                return super.visitIdentifier(tree, p);
            }

            @Override public Void visitMemberSelect(MemberSelectTree tree, Void p) {
                used(unit, text, getCurrentPath(), tree, tree.getIdentifier().toString());
                return super.visitMemberSelect(tree, p);
            }

            @Override public Void visitMemberReference(MemberReferenceTree tree, Void p) {
                used(unit, text, getCurrentPath(), tree, tree.getName().toString());
                return super.visitMemberReference(tree, p);
            }

            @Override public Void visitNewClass(NewClassTree tree, Void p) {
                made(unit, text, getCurrentPath(), tree);
                return super.visitNewClass(tree, p);
            }

            @Override public Void visitClass(ClassTree tree, Void p) {
                defined(unit, text, getCurrentPath(), tree.getSimpleName().toString());
                return super.visitClass(tree, p);
            }

            @Override public Void visitMethod(MethodTree tree, Void p) {
                defined(unit, text, getCurrentPath(), tree.getName().toString());
                return super.visitMethod(tree, p);
            }

            @Override public Void visitVariable(VariableTree tree, Void p) {
                defined(unit, text, getCurrentPath(), tree.getName().toString());
                return super.visitVariable(tree, p);
            }
        }.scan(unit, null);
    }

    /** `use  path  offset  name  definition`, with `?` for a name that could not be resolved. */
    private void used(CompilationUnitTree unit, String text, TreePath path, Tree tree, String name) {
        int end = (int) positions.getEndPosition(unit, tree);
        int start = end - name.length();
        if (end < 0 || start < 0 || !text.startsWith(name, start) || KEYWORDS.contains(name)) {
            return; // made by the compiler, or no name
        }
        Element element = trees.getElement(path);
        String target = "-";
        if (element == null || element.asType() == null
            || element.asType().getKind() == javax.lang.model.type.TypeKind.ERROR) {
            target = element != null && element.getKind() == ElementKind.PACKAGE ? "-" : "?";
        } else {
            target = place(element);
        }
        print("use", file(unit), start, text, name, target);
    }

    /** The constructor, at the name of the class; which one an anonymous class calls is left open. */
    private void made(CompilationUnitTree unit, String text, TreePath path, NewClassTree tree) {
        Tree named = tree.getIdentifier();
        while (named instanceof ParameterizedTypeTree || named instanceof AnnotatedTypeTree) {
            named = named instanceof ParameterizedTypeTree
                ? ((ParameterizedTypeTree) named).getType() : ((AnnotatedTypeTree) named).getUnderlyingType();
        }
        String name = named instanceof MemberSelectTree
            ? ((MemberSelectTree) named).getIdentifier().toString() : named.toString();
        int start = (int) positions.getEndPosition(unit, named) - name.length();
        Element element = trees.getElement(path);
        String target = tree.getClassBody() != null || element == null ? "?" : place(element);
        if (start >= 0 && text.startsWith(name, start)) {
            print("use", file(unit), start, text, name, target);
        }
    }

    private void defined(CompilationUnitTree unit, String text, TreePath path, String name) {
        Element element = trees.getElement(path);
        String place = element == null ? "-" : place(element);
        if (!place.equals("-") && defined.add(place)) {
            out.println(String.join("\t", "def", place, element.getKind().toString(), qualified(element)));
        }
    }

    /** `path:line:column` of the name where an element of these sources is declared, else `-`. */
    private String place(Element element) {
        TreePath path = trees.getPath(element);
        if (path == null) {
            return "-";
        }
        Tree tree = path.getLeaf();
        CompilationUnitTree unit = path.getCompilationUnit();
        String name = element.getKind() == ElementKind.CONSTRUCTOR
            ? element.getEnclosingElement().getSimpleName().toString() : element.getSimpleName().toString();
        String text;
        try {
            text = unit.getSourceFile().getCharContent(true).toString();
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
        int start = start(unit, tree, text, name);
        return start < 0 ? "-" : String.join(":", file(unit), at(text, start));
    }

    private int start(CompilationUnitTree unit, Tree tree, String text, String name) {
        if (name.isEmpty()) {
            return -1;
        }
        int from = (int) positions.getStartPosition(unit, tree);
        if (tree instanceof ClassTree || tree instanceof MethodTree || tree instanceof VariableTree) {
            from = ((com.sun.tools.javac.tree.JCTree) tree).pos;
        }
        while (from >= 0) {
            int found = text.indexOf(name, from);
            if (found < 0) {
                return -1;
            }
            int end = found + name.length();
            boolean whole = (found == 0 || !Character.isJavaIdentifierPart(text.charAt(found - 1)))
                && (end >= text.length() || !Character.isJavaIdentifierPart(text.charAt(end)));
            if (whole) {
                return found;
            }
            from = end;
        }
        return -1;
    }

    private String qualified(Element element) {
        Deque<String> names = new ArrayDeque<>();
        for (Element at = element; at != null && at.getKind() != ElementKind.PACKAGE; at = at.getEnclosingElement()) {
            names.addFirst(at.getKind() == ElementKind.CONSTRUCTOR
                ? at.getEnclosingElement().getSimpleName().toString() : at.getSimpleName().toString());
        }
        return String.join(".", names);
    }

    private void print(String what, String file, int start, String text, String name, String target) {
        out.println(String.join("\t", what, file + ":" + at(text, start), name, target));
    }

    private String file(CompilationUnitTree unit) {
        try {
            return root.relativize(Path.of(unit.getSourceFile().toUri()).toRealPath()).toString();
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    private static String at(String text, int offset) {
        int line = 1;
        int first = 0;
        for (int next = text.indexOf('\n'); next >= 0 && next < offset; next = text.indexOf('\n', next + 1)) {
            line++;
            first = next + 1;
        }
        return line + ":" + (text.codePointCount(first, offset) + 1);
    }
}
