import { dirname, join, normalize } from 'node:path'

/** What each file imports of these files (path from the root → text), types included: a circle of types is one too. */
export const importsOf =
  (files: ReadonlyMap<string, string>) =>
  (file: string): string[] => {
    const named = (files.get(file) ?? '').matchAll(/(?:from|import\(|import)\s*'([#.][^']+)'/g)
    return [...named].flatMap(([, name = '']) => {
      const path = name.startsWith('#') ? `src/${name.slice(1)}` : normalize(join(dirname(file), name))
      return files.has(path) ? [path] : []
    })
  }

/** Strongly connected parts of a graph with more than one node (Tarjan 1972). */
export function circles(nodes: readonly string[], next: (node: string) => readonly string[]): string[][] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []
  const visit = (node: string) => {
    index.set(node, index.size)
    low.set(node, index.get(node) as number)
    stack.push(node)
    for (const other of next(node)) {
      if (!index.has(other)) visit(other)
      if (stack.includes(other)) low.set(node, Math.min(low.get(node) as number, low.get(other) as number))
    }
    if (low.get(node) !== index.get(node)) return
    const part = stack.splice(stack.indexOf(node))
    if (part.length > 1) found.push(part)
  }
  for (const node of nodes) if (!index.has(node)) visit(node)
  return found
}
