import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { compress } from 'hono/compress'
import { isbot } from 'isbot'
import { readSession } from '#features/account/server/read-session.ts'
import { calendarsPath } from '#features/calendars/server/calendars.ts'
import { calendarServer } from '#features/calendars/server/serve-calendar.ts'
import { unsubscribePage } from '#features/inbox/server/unsubscribe.ts'
import type { PageContext } from '#pages/page-context.ts'
import type { CallContext } from '#platform/call.ts'
import { alertCookie, defaultLocale, thumbnailWidth } from '#platform/constants.ts'
import { AppError, BadInput, NotSignedIn } from '#platform/errors.ts'
import { asAppError } from '#platform/failures.ts'
import { serveFile } from '#platform/files.ts'
import type { Known } from '#platform/known.ts'
import { metrics } from '#platform/metrics.ts'
import { patience } from '#platform/patience.ts'
import { thumbnailsOf } from '#platform/thumbnails.ts'
import { errorBody } from '#platform/words.ts'
import { type ApiAnswer, answerApi, inProcessApi } from './api-handler.ts'
import { apiVersion } from './api-version.ts'
import { assets } from './assets.ts'
import { awayPage } from './away-page.ts'
import { sameOriginOnly, securityHeaders } from './browser-rules.ts'
import { ifChanged, limitKeys, onlyThisVersion, otherOrigins } from './for-programs.ts'
import type { HttpOptions, Vars } from './http-options.ts'
import { inOnePiece } from './in-one-piece.ts'
import { loggedPath } from './logged-path.ts'
import { bodyAt, methodsAt, nothingAt, refuseWrongType } from './methods-at.ts'
import { observe, pageLocale, remoteAddress } from './observe.ts'
import { openApiDocument } from './open-api.ts'
import { referenceFile, referencePage } from './reference-page.ts'
import { shedding, TooBusy } from './shed.ts'
import { tellingProgress } from './told-answer.ts'

const megabyte = 1024 * 1024
const jsonLimitBytes = megabyte

/** The request map of the dashboard's origin, in the order that requests pass it. */
export function createApp(options: HttpOptions): Hono<Vars> {
  const app = new Hono<Vars>()
  app.get('/healthz', (c) => c.text('ok'))
  app.get('/readyz', (c) => readiness(c, options))
  app.get('/metrics', (c) => metrics(c, remoteAddress(c, 0), options.database))
  app.use(observe(options))
  app.use(securityHeaders(options))
  app.use(compress())
  app.use(assets())
  app.use(shedding())
  app.use(patience(options.database))
  app.get('/api/openapi.json', async (c) =>
    c.json((await openApiDocument(options.services.appOrigin)) as object),
  )
  app.get('/api/reference', (c) => referencePage(c.get('nonce'), options.services.environment))
  app.get('/api/reference/:file', async (c, next) => referenceFile(c.req.param('file')) ?? next())
  // One for both ways in: a key has so many calls, however they come.
  const limited = limitKeys(options)
  app.use('/api/*', otherOrigins(options), limited)
  app.use('/api/*', onlyThisVersion)
  app.use('/api/*', sameOriginOnly(options.services.appOrigin))
  // The rest of the body is not read: the connection ends with the answer, and says so.
  const limit = (maxSize: number) =>
    bodyLimit({
      maxSize,
      onError: () => {
        throw new AppError(413, 'tooLarge', {
          params: { max: Math.floor(maxSize / megabyte) },
          headers: { connection: 'close' },
        })
      },
    })
  const small = limit(jsonLimitBytes)
  // Only who has a session makes the program read a whole file.
  app.use('/api/*', (c, next) => {
    // To ask what has no body for it makes a whole Request of what was not one yet.
    if (c.req.method === 'GET') return next()
    const { bodyMegabytes } = bodyAt(c.req.method, c.req.path)
    return bodyMegabytes && c.get('call').sessionHash
      ? limit(bodyMegabytes * megabyte)(c, next)
      : small(c, next)
  })
  app.all('/api/*', async (c) => {
    const call = c.get('call')
    refuseWrongType(c.req.raw)
    const body = bodyAt(c.req.method, c.req.path)
    const wantsLines = asksForLines(c.req.header('accept'))
    if (body.bodyMegabytes && wantsLines) return tellingProgress(c.req.raw, call)
    // A list is answered whole, line by line, to whoever asks for lines.
    const asLines = c.req.method === 'GET' && wantsLines
    if (body.foreignBody !== 'bytes') refuseQuery(c)
    const answer =
      body.foreignBody === 'bytes'
        ? await answerDelivery(c, call)
        : await answerApi(asGet(c.req.raw), { ...call, asLines })
    if (!answer) throw nothingAt(c.req.path)
    return completed(c, answer)
  })
  app.use('/mcp', otherOrigins(options), limited, onlyThisVersion, small)
  app.all('/mcp', async (c) => {
    const call = c.get('call')
    // Whoever has no assistant does not keep what they need in memory.
    const { answerMcp } = await import('#mcp/handler.ts')
    try {
      const count = c.get('countCalls') ?? (async () => {})
      const answer = await answerMcp(c.req.raw, call, count)
      answer.headers.set('Cache-Control', 'no-store')
      return answer
    } catch (error) {
      if (error instanceof NotSignedIn) c.header('WWW-Authenticate', challenge(call))
      throw error
    }
  })
  app.get('/files/:key', async (c, next) => {
    const { files } = options.services
    const small = c.req.query('w') === String(thumbnailWidth)
    const file = await serveFile(
      small ? thumbnailsOf(files) : files,
      c.req.param('key'),
      c.req.header('range'),
    )
    return file ?? next()
  })
  const calendar = calendarServer(options.database, options.services)
  app.get(`${calendarsPath}:file`, (c) =>
    calendar({
      file: c.req.param('file'),
      ifNoneMatch: c.req.header('if-none-match'),
      address: c.get('call').address,
    }),
  )
  app.on(['GET', 'POST'], '/unsubscribe', small, (c) =>
    unsubscribePage(c.req.raw, {
      database: options.database,
      secret: options.services.secret,
      nonce: c.get('nonce'),
    }),
  )
  app.all('/unsubscribe', (c) => c.text('', 405, { Allow: 'GET, HEAD, POST' }))
  app.all('*', (c) => page(c, options))
  app.onError((error, c) => {
    const call = c.get('call')
    const known = asAppError(error)
    if (isFailure(known)) options.log.error({ error, path: loggedPath(c.req.path) }, 'request failed')
    if (known?.status === 503 && isPage(c.req.path))
      return awayPage(c.req.url, pageLocale(c), c.get('nonce'), known.headers)
    const { status = 500, headers = {} }: Partial<AppError> = known ?? {}
    for (const [name, value] of Object.entries(headers)) c.header(name, value)
    return c.json(errorBody(known ?? error, call?.locale ?? defaultLocale), status as 500)
  })
  return app
}

const isPage = (path: string) => !/^\/(api|files)\//.test(path)

const isFailure = (error: AppError | undefined) =>
  !error || (error.status >= 500 && !(error instanceof TooBusy))

function completed(c: Context<Vars>, { response: whole, text }: ApiAnswer): Response | Promise<Response> {
  const call = c.get('call')
  if (whole.status === 401) whole.headers.set('WWW-Authenticate', challenge(call))
  whole.headers.set('Cache-Control', 'no-store')
  whole.headers.set('Backline-Version', apiVersion)
  const response = call.keyHash ? ifChanged(c.req, whole, text) : whole
  return response.status === 304 ? response : inOnePiece(response, c.req.header('accept-encoding'), text)
}

const asksForLines = (accept = '') =>
  accept
    .toLowerCase()
    .split(',')
    .some((one) => /^\s*application\/x-ndjson\s*(;|$)/.test(one) && !/;\s*q=0(\.0*)?\s*(;|$)/.test(one))

/** What changes something takes no parameters: what was meant to be one is refused by name, as everywhere. */
function refuseQuery(c: Context<Vars>) {
  const names = Object.keys(c.req.queries())
  if (names.length === 0 || /^(GET|HEAD|OPTIONS)$/.test(c.req.method)) return
  const unknown = Object.fromEntries(names.map((name) => [name, { code: 'validation.unknown' }]))
  if (methodsAt(c.req.path).includes(c.req.method)) throw new BadInput('invalidInput', unknown)
}

/** HEAD is answered as GET, whose body the server leaves out. */
const asGet = (request: Request) =>
  request.method === 'HEAD' ? new Request(request.url, { headers: request.headers }) : request

/** How a program would sign in; one whose key does not work is told that it is the key. */
const challenge = ({ keyHash }: CallContext) =>
  `Bearer realm="Backline"${keyHash ? ', error="invalid_token"' : ''}`

/** Signatures are of a body's bytes: the operation gets these, whatever they hold. */
async function answerDelivery(c: Context<Vars>, call: CallContext) {
  const bytes = new Uint8Array(await c.req.arrayBuffer())
  const delivery = {
    bytes,
    header: (name: string) => c.req.header(name),
    query: (name: string) => c.req.query(name),
  }
  const { origin, pathname } = new URL(c.req.url)
  return answerApi(new Request(origin + pathname, { method: c.req.method }), { ...call, delivery })
}

async function readiness(c: Context, { database, ready }: HttpOptions) {
  if (!ready()) return c.text('stopping', 503)
  const alive = await Promise.race([
    database.query('select 1').then(
      () => true,
      () => false,
    ),
    new Promise<boolean>((resolve) => setTimeout(resolve, 2_500, false).unref()),
  ])
  return alive ? c.text('ready') : c.text('no database', 503, { 'Retry-After': '2' })
}

async function page(
  c: Context<Vars>,
  { services, renderPages, database, log }: HttpOptions,
): Promise<Response> {
  if (!['GET', 'HEAD'].includes(c.req.method)) return c.text('', 405, { Allow: 'GET, HEAD' })
  const call = c.get('call')
  const locale = pageLocale(c)
  const known: Known = { portal: new Map() }
  const pageCall = { ...call, locale, known }
  const session = call.sessionHash
    ? await readSession(database, call.sessionHash, services.environment, known).catch((error: unknown) => {
        if (error instanceof AppError && error.status === 401) return null
        throw error
      })
    : null
  const context: PageContext = {
    nonce: c.get('nonce'),
    api: inProcessApi(pageCall),
    session,
    locale,
    environment: services.environment,
    alertsClosed: new RegExp(`(?:^|;\\s*)${alertCookie.name}=false`).test(c.req.header('cookie') ?? ''),
    unclear: { path: '', names: [] },
    rendered: {},
  }
  const response = await renderPages(c.req.raw, { context })
  // Who indexes pages gets no error page to index: the error is only logged (specification §8).
  if (response.status >= 500 && isbot(call.userAgent)) {
    log.error({ path: loggedPath(c.req.path), userAgent: call.userAgent }, 'page failed for a bot')
    return c.body(null, 500, { 'Cache-Control': 'no-store' })
  }
  const { status, headers } = response
  const answer = new Response(context.rendered.html === undefined ? response.body : null, { status, headers })
  answer.headers.set('Cache-Control', 'no-store')
  return inOnePiece(answer, c.req.header('accept-encoding'), context.rendered.html)
}
