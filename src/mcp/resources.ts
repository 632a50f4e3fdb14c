import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server'
import type { CallContext } from '#platform/call.ts'
import { AppError } from '#platform/errors.ts'
import { answerTool } from './answer.ts'
import type { InTurn } from './in-turn.ts'
import { toolNamed } from './tools.ts'

/** Portals of which bills are looked for, and bills of each. */
const portalsListed = 50
const billsListed = 12

interface Named {
  id: string
  name: string
  master: boolean
}
interface Bill {
  id: string
  number: string | null
  period: string | null
  status: string
}

/** What the tool answers as whoever asks; nothing where they may not. */
async function listed<Row>(name: string, call: CallContext, input: object): Promise<Row[]> {
  const tool = toolNamed(name)
  if (!tool) return []
  try {
    const found = await tool.run(tool.operation, { ...call, headers: new Headers() }, input)
    return (found as { items: Row[] }).items
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return []
    throw error
  }
}

/** Portals and bills as resources, read by the operations that tell them. */
export function offerResources(server: McpServer, call: CallContext, inTurn: InTurn): void {
  const portals = () => listed<Named>('portals_listPortals', call, { pageSize: portalsListed })
  const read = async (uri: URL, name: string, input: object) => {
    const tool = toolNamed(name)
    const told = tool && (await answerTool(tool, call, input as Record<string, unknown>))
    const text = told?.content[0]?.text ?? ''
    if (told?.isError && text.includes('"code":"notFound"')) throw new ResourceNotFoundError(uri.href)
    if (told?.isError) throw new Error(text)
    return { contents: [{ uri: uri.href, mimeType: 'application/json', text }] }
  }
  const bills = async () => {
    const resources = []
    for (const portal of (await portals()).filter(({ master }) => master))
      for (const bill of await listed<Bill>('billing_listBills', call, {
        portalId: portal.id,
        pageSize: billsListed,
      })) {
        const name = [portal.name, bill.number ?? bill.period ?? bill.status].join(' · ')
        resources.push({ uri: `backline://bill/${bill.id}`, name })
      }
    return { resources }
  }
  server.registerResource(
    'portal',
    new ResourceTemplate('backline://portal/{portalId}', {
      list: () =>
        inTurn(async () => ({
          resources: (await portals()).map(({ id, name }) => ({ uri: `backline://portal/${id}`, name })),
        })),
    }),
    { title: 'Portal', mimeType: 'application/json' },
    (uri, { portalId }) => inTurn(() => read(uri, 'portals_getPortal', { portalId })),
  )
  server.registerResource(
    'bill',
    new ResourceTemplate('backline://bill/{billId}', {
      list: () => inTurn(bills),
    }),
    { title: 'Bill', mimeType: 'application/json' },
    (uri, { billId }) => inTurn(() => read(uri, 'billing_getBill', { billId })),
  )
}
