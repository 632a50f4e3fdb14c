import { createMcpHandler, McpServer, type StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import { type Actor, findKeyActor } from '#platform/actor.ts'
import type { CallContext } from '#platform/call.ts'
import { NotSignedIn } from '#platform/errors.ts'
import { answerTool } from './answer.ts'
import { offerResources } from './resources.ts'
import { mayUse, tools } from './tools.ts'

type Args = Record<string, unknown>
interface Caller {
  call: CallContext
  actor: Actor
}

/** Told of, and not checked: the door does, after it has seen who asks. */
const described = (schema: Args): StandardSchemaWithJSON<Args> => ({
  '~standard': {
    version: 1,
    vendor: 'backline',
    validate: (value) => ({ value: (value ?? {}) as Args }),
    jsonSchema: { input: () => schema, output: () => schema },
  },
})
const schemas = new Map(tools.map(({ name, schema }) => [name, described(schema)]))

const instructions = [
  'The back office behind the merch and fan portals of artists and labels.',
  'Sums are integer cents of euros without tax, micros their millionths; days are those of Europe/Madrid, yyyy-MM-dd.',
  'Begin with portals_listPortals for ids. Why net sales changed: analytics_salesChange with f and t, the days from and to.',
  'Resources name the newest bills of each portal; billing_listBills finds all of them.',
  'What is made here is hidden or a draft: people publish it in the dashboard. Nothing of money or of teams can be changed.',
].join(' ')

function serverFor({ call, actor }: Caller): McpServer {
  const server = new McpServer({ name: 'backline', title: 'Backline', version: '1' }, { instructions })
  for (const tool of tools.filter((one) => mayUse(actor, one))) {
    const { name, description, meta } = tool
    const read = meta.read === true
    server.registerTool(
      name,
      {
        description,
        inputSchema: schemas.get(name) as StandardSchemaWithJSON<Args>,
        annotations: { readOnlyHint: read, destructiveHint: false, openWorldHint: false },
      },
      (args) => answerTool(tool, call, args),
    )
  }
  offerResources(server, call)
  return server
}

const handler = createMcpHandler(
  ({ authInfo }) => serverFor((authInfo?.extra as { caller: Caller } | undefined)?.caller as Caller),
  { responseMode: 'json' },
)

/**
 * The Model Context Protocol at /mcp, streamable HTTP without sessions: each request brings its key, and is answered by what
 * the key opens now. @throws NotSignedIn without a key that works.
 */
export async function answerMcp(request: Request, call: CallContext): Promise<Response> {
  const actor = call.keyHash ? await findKeyActor(call.database, call.keyHash) : undefined
  if (!actor) throw call.keyHash ? new NotSignedIn('keyNotValid') : new NotSignedIn('notSignedIn', true)
  const authInfo = { token: '', clientId: actor.keyId ?? '', scopes: [], extra: { caller: { call, actor } } }
  return handler.fetch(request, { authInfo })
}
