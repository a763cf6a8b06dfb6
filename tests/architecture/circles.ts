/** The cycles of a graph (node → its targets), each as the path around and back to its start. */
export function circles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = []
  const finished = new Set<string>()
  const path: string[] = []

  const visit = (node: string) => {
    if (finished.has(node)) return
    const at = path.indexOf(node)
    if (at >= 0) {
      found.push([...path.slice(at), node])
      return
    }
    path.push(node)
    for (const target of graph.get(node) ?? []) visit(target)
    path.pop()
    finished.add(node)
  }

  for (const node of graph.keys()) visit(node)
  return found
}
