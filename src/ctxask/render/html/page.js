"use strict";
(() => {
  const one = (what, from = document) => from.querySelector(what);
  const all = (what, from = document) => [...from.querySelectorAll(what)];
  const ids = (text) => (text ? text.split(" ") : []);
  const page = document.documentElement;
  page.classList.add("js");

  // What a button copies; a page that was opened from disk may not have a clipboard.
  const copy = async (button) => {
    const text = button.dataset.copy;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const field = document.body.appendChild(document.createElement("textarea"));
      field.value = text;
      field.select();
      document.execCommand("copy");
      field.remove();
    }
    button.textContent = "copied";
    setTimeout(() => { button.textContent = "copy"; }, 1500);
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest(".copy");
    if (button) copy(button);
  });

  // The filter hides rows of the list, and dims those of the picture.
  const filter = one("#filter");
  filter?.addEventListener("input", () => {
    const wanted = filter.value.toLowerCase();
    for (const row of all("main details")) row.classList.toggle("missed", !row.textContent.toLowerCase().includes(wanted));
    for (const line of all(".line")) line.classList.toggle("missed", !line.textContent.toLowerCase().includes(wanted));
    for (const part of all("main section")) {
      part.classList.toggle("missed", wanted !== "" && !one("details:not(.missed)", part));
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.matches("input")) return;
    event.preventDefault();
    filter.focus();
  });

  const figure = one("#picture");
  if (!figure) return;
  const svg = one("svg", figure), panel = one("#panel"), lit = one("#lit");
  const width = Number(svg.getAttribute("width")), height = Number(svg.getAttribute("height"));
  let view = { x: 0, y: 0, w: width, h: height };

  const show = () => svg.setAttribute("viewBox", `${view.x} ${view.y} ${view.w} ${view.h}`);
  const scale = () => Math.min(svg.clientWidth / view.w, svg.clientHeight / view.h);
  const zoom = (by, x = view.x + view.w / 2, y = view.y + view.h / 2) => {
    const now = scale(), then = Math.min(Math.max(now * by, 0.08), 3), f = now / then;
    view = { x: x - (x - view.x) * f, y: y - (y - view.y) * f, w: view.w * f, h: view.h * f };
    show();
  };
  const point = (event) => {
    const box = svg.getBoundingClientRect(), s = scale();
    const left = box.left + (box.width - view.w * s) / 2, top = box.top + (box.height - view.h * s) / 2;
    return [view.x + (event.clientX - left) / s, view.y + (event.clientY - top) / s];
  };
  const frame = () => {  // the box keeps its size while what is seen in it moves
    const ratio = svg.clientWidth / svg.clientHeight;
    const w = Math.max(width, height * ratio, svg.clientWidth);
    view = { x: (width - w) / 2, y: (height - w / ratio) / 2, w, h: w / ratio };
    show();
  };
  const begin = () => {
    const enough = Math.max(svg.clientHeight, Math.min(height * 0.85, 420));  // a narrow window keeps a readable box
    svg.style.height = `${Math.min(enough, innerHeight * 0.7)}px`;
    frame();
    const box = one(".first .line, .line", svg).getBBox();
    if (scale() < 0.6) {  // too small to be read: close to where it begins
      const s = 0.85;
      view = { x: 0, y: box.y - svg.clientHeight / s / 2, w: svg.clientWidth / s, h: svg.clientHeight / s };
      show();
    }
  };
  begin();
  one("#closer").addEventListener("click", () => zoom(1.3));
  one("#away").addEventListener("click", () => zoom(1 / 1.3));
  one("#whole").addEventListener("click", frame);
  svg.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, ...point(event));
  }, { passive: false });

  let grip = null, moved = false;
  svg.addEventListener("pointerdown", (event) => {
    grip = [event.clientX, event.clientY];
    moved = false;
  });
  addEventListener("pointermove", (event) => {
    if (!grip) return;
    const dx = event.clientX - grip[0], dy = event.clientY - grip[1];
    if (!moved && Math.hypot(dx, dy) < 4) return;
    moved = true;
    svg.classList.add("moving");
    view.x -= dx / scale();
    view.y -= dy / scale();
    grip = [event.clientX, event.clientY];
    show();
  });
  addEventListener("pointerup", () => { grip = null; svg.classList.remove("moving"); });
  svg.addEventListener("dragstart", (event) => event.preventDefault());

  // What is chosen: the way back to where it begins is lit, and the panel tells what the list knows.
  const lines = all(".line", svg), at = new Map();
  for (const line of lines) for (const n of ids(line.dataset.n)) at.set(n, line);
  const edges = all("path[data-b]", svg);
  const choose = (line) => {
    clear();
    const near = new Set(ids(line.dataset.n));
    for (let way = ids(line.dataset.on); way.length;) {
      const n = way.pop();
      if (n === "-1" || near.has(n)) continue;
      near.add(n);
      way.push(...ids(at.get(n)?.dataset.on));
    }
    const own = new Set(ids(line.dataset.n));
    for (const edge of edges) {
      const { a, b } = edge.dataset;
      if ((near.has(a) && near.has(b)) || own.has(a)) lit.append(edge.cloneNode());
      if (own.has(a)) at.get(b).classList.add("near");
    }
    for (const n of near) at.get(n)?.classList.add("near");
    line.classList.add("chosen");
    svg.classList.add("chosen");
    tell(line);
  };
  const clear = () => {
    lit.replaceChildren();
    svg.classList.remove("chosen");
    for (const line of lines) line.classList.remove("near", "chosen");
    panel.hidden = true;
  };
  const made = (name, text, kind = "") => Object.assign(document.createElement(name), { textContent: text, className: kind });
  const tell = (line) => {
    const close = made("button", "close", "close"), rows = ids(line.dataset.rows);
    close.addEventListener("click", clear);
    panel.replaceChildren(made("h3", one("title", line).textContent.split(";")[0]), close);
    for (const id of rows) {
      const row = one(`#r${id}`).cloneNode(true);
      row.removeAttribute("id");
      row.open = rows.length < 4;
      panel.append(row);
    }
    panel.hidden = false;
    panel.scrollTop = 0;
  };
  svg.addEventListener("click", (event) => {
    const line = event.target.closest(".line");
    if (line || moved) event.preventDefault();
    if (moved) return;
    if (line) choose(line); else clear();
  });
  svg.addEventListener("focusin", (event) => {
    const line = event.target.closest(".line");
    if (!line || !line.matches(":focus-visible")) return;
    const box = line.getBBox();
    if (box.x < view.x || box.x + box.width > view.x + view.w) view.x = box.x + box.width / 2 - view.w / 2;
    if (box.y < view.y || box.y + box.height > view.y + view.h) view.y = box.y + box.height / 2 - view.h / 2;
    show();
  });
  figure.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (event.key === "Escape") clear();
    else if (event.key === "+" || event.key === "=") zoom(1.3);
    else if (event.key === "-") zoom(1 / 1.3);
    else if (event.key === "0") frame();
    else if (step && !panel.contains(event.target)) {
      view.x += step[0] * view.w / 8;
      view.y += step[1] * view.h / 8;
      show();
    } else return;
    event.preventDefault();
  });
  let before = view;
  addEventListener("beforeprint", () => { before = view; svg.style.height = ""; svg.setAttribute("viewBox", `0 0 ${width} ${height}`); });
  addEventListener("afterprint", () => { view = before; show(); });
  addEventListener("resize", () => { svg.style.height = ""; begin(); });
})();
