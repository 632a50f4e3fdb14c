import { createMcpHandler, McpServer, type StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import { type Actor, findKeyActor } from '#platform/actor.ts'
import type { CallContext } from '#platform/call.ts'
import { NotSignedIn } from '#platform/errors.ts'
import { answerTool } from './answer.ts'
import { takingTurns } from './in-turn.ts'
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

// Each request is answered by what its key opens now: nothing is told to whoever waits, and nobody holds a connection open for it.
const capabilities = { tools: { listChanged: false }, resources: { listChanged: false } }

/** A server for one request, with however many messages: they wait for each other, as calls that come by themselves would. */
function serverFor({ call, actor }: Caller): McpServer {
  const about = { name: 'backline', title: 'Backline', version: '1' }
  const server = new McpServer(about, { instructions, capabilities })
  const inTurn = takingTurns()
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
      (args) => inTurn(() => answerTool(tool, call, args)),
    )
  }
  offerResources(server, call, inTurn)
  return server
}

const handler = createMcpHandler(
  ({ authInfo }) => serverFor((authInfo?.extra as { caller: Caller } | undefined)?.caller as Caller),
  { responseMode: 'json' },
)

/**
 * The Model Context Protocol at /mcp, streamable HTTP without sessions: each request brings its key, and is answered by what
 * the key opens now. `count` counts the messages after the first as calls of the key.
 * @throws NotSignedIn without a key that works; what `count` throws.
 */
export async function answerMcp(
  request: Request,
  call: CallContext,
  count: (more: number) => Promise<void>,
): Promise<Response> {
  const actor = call.keyHash ? await findKeyActor(call.database, call.keyHash) : undefined
  if (!actor) throw call.keyHash ? new NotSignedIn('keyNotValid') : new NotSignedIn('notSignedIn', true)
  const authInfo = { token: '', clientId: actor.keyId ?? '', scopes: [], extra: { caller: { call, actor } } }
  const parsedBody = await bodyOf(request)
  if (Array.isArray(parsedBody) && parsedBody.length > 1) await count(parsedBody.length - 1)
  return handler.fetch(request, parsedBody === undefined ? { authInfo } : { authInfo, parsedBody })
}

/** What was sent; undefined for what is no JSON, of which the protocol's own answer tells. */
const bodyOf = (request: Request): Promise<unknown> =>
  request.method === 'POST'
    ? request
        .clone()
        .json()
        .catch(() => undefined)
    : Promise.resolve(undefined)
