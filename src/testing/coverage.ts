import { readFileSync } from 'node:fs'
import { operationList } from '#api.ts'
import { tools } from '#mcp/tools.ts'
import { keyScopesOf } from '#platform/key-scopes.ts'
import type { OperationMeta } from '#platform/operation.ts'

/** By which ways each operation can be called. */
interface Row {
  name: string
  meta: OperationMeta
  /** session, key, assistant, client */
  cells: [string, string, string, string]
}

const toolOf = (name: string) => tools.find(({ operation }) => operation === name)

/** Who may by a session, with which scopes of a key, as which tool, and whether the client knows it. */
export async function coverage(): Promise<{ rows: Row[]; sums: [string, number][] }> {
  const types = readFileSync(new URL('../../sdk/src/schema.d.ts', import.meta.url), 'utf8')
  const rows = operationList.map(({ fullName, contract }): Row => {
    const { meta } = contract['~orpc']
    const scopes = meta.apiKey ? keyScopesOf(meta).map((all) => all.join(' + ') || 'any') : []
    const tool = toolOf(fullName)
    const session =
      typeof meta.access === 'string' ? meta.access : Object.values(meta.access).flat().join(', ')
    return {
      name: fullName,
      meta,
      cells: [
        session,
        scopes.join(', '),
        tool ? tool.name : '',
        types.includes(`"${fullName}"`) ? 'yes' : '',
      ],
    }
  })
  const count = (which: (row: Row) => boolean) => rows.filter(which).length
  const sums: [string, number][] = [
    ['operations, all of them by a session or by nobody', rows.length],
    ['that only read', count(({ meta }) => meta.read === true)],
    ['by a key, reading', count(({ meta }) => meta.apiKey === true && meta.read === true)],
    ['by a key, changing', count(({ meta }) => meta.apiKey === true && !meta.read)],
    ['by an assistant, reading', count(({ name, meta }) => toolOf(name) !== undefined && meta.read === true)],
    ['by an assistant, changing', count(({ name, meta }) => toolOf(name) !== undefined && !meta.read)],
    ['by the client', count(({ cells }) => cells[3] !== '')],
  ]
  return { rows, sums }
}
