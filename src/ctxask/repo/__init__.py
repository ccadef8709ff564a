"""Git and the work tree: snapshot, ignore rules, confinement."""
