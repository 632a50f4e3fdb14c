import type { EnvironmentModuleNode, ViteDevServer } from 'vite'

/** The files that read a file, itself among them, directly or by way of others, of all that was read so far. */
export function readersOf({ environments }: ViteDevServer, file: string): Set<string> {
  const found = new Set<string>()
  let next: EnvironmentModuleNode[] = Object.values(environments).flatMap(({ moduleGraph }) => [
    ...(moduleGraph.getModulesByFile(file) ?? []),
  ])
  while (next.length > 0) {
    const fresh = next.filter(({ id }) => id && !found.has(id))
    for (const { id } of fresh) found.add(id ?? '')
    next = fresh.flatMap(({ importers }) => [...importers])
  }
  return found
}
