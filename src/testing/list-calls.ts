import * as z from 'zod'
import { operationList } from '#api.ts'
import type { Database } from '#platform/db.ts'

/** A shape as JSON Schema tells it, as far as lists are known by it. */
interface Shape {
  type?: string
  enum?: string[]
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  anyOf?: Shape[]
}

const shapeOf = (schema: unknown) =>
  z.toJSONSchema(schema as z.ZodType, { unrepresentable: 'any', io: 'input' }) as Shape

const hasRows = ({ type, properties = {} }: Shape, path: string) =>
  type === 'array' ||
  'items' in properties ||
  // One thing may hold a few others; what is chosen from is a list under another name.
  (/\/(choices|filterOptions|search)$/.test(path) &&
    Object.values(properties).some((one) => one.type === 'array'))

/** Every GET operation that answers many rows, from the declarations. */
export const listOperations = operationList
  .filter(({ contract }) => contract['~orpc'].route.method === 'GET')
  .map(({ fullName, contract }) => ({
    name: fullName,
    path: contract['~orpc'].route.path ?? '',
    input: shapeOf(contract['~orpc'].inputSchema),
    output: shapeOf(contract['~orpc'].outputSchema),
  }))
  .filter(({ output, path }) => hasRows(output, path))

/** What a list may be asked for beside its first page. */
export interface ListCall {
  /** `/products?status=draft`: without the query, its first page. */
  path: string
  kind: 'first page' | 'sort' | 'filter' | 'page 20' | 'search'
}

/** SQL of a value that a parameter of that name may have; `$1` is the portal that is asked about. */
const valuesSql: Record<string, string> = {
  portalId: 'select $1::text as value',
  portal: 'select $1::text as value',
  account: 'select account_id::text as value from portal where id = $1::uuid',
  issuerTaxId: 'select issuer_tax_id as value from fiscal_record order by 1 limit 1',
  waiting: "select '1' as value",
  connectorId:
    'select id::text as value from connector where portal_id = $1::uuid order by created_at desc limit 1',
  releaseId:
    'select release_id::text as value from presave where portal_id = $1::uuid group by 1 order by count(*) desc limit 1',
  billId: `select b.id::text as value from bill b join portal p on p.account_id = b.account_id where p.id = $1::uuid and b.status = 'Next' and b.type = 1`,
  blank: 'select id::text as value from blank order by id limit 1',
  tag: 'select t.tag as value from contact c, jsonb_array_elements_text(c.tags) t(tag) limit 1',
  post: 'select post_id::text as value from message where post_id is not null limit 1',
  person: 'select actor_id::text as value from activity where portal_id = $1::uuid limit 1',
  target: 'select target_id as value from activity where portal_id = $1::uuid limit 1',
  about: 'select person_id::text as value from member where portal_id = $1::uuid limit 1',
  action: 'select action as value from activity where portal_id = $1::uuid limit 1',
  source: `select split_part(source, ':', 1) as value from "order" where portal_id = $1::uuid limit 1`,
  place: `select country || coalesce('/' || city, '') as value from "order" where portal_id = $1::uuid and country is not null limit 1`,
  area: `select 'ES-B/Barcelona' as value`,
  chosen: 'select $1::text as value',
  blocked: `select '1' as value`,
  open: `select '1' as value`,
  amountCents: `select '1000' as value`,
  position: `select '0' as value`,
  year: `select extract(year from now())::text as value`,
  period: `select to_char(now() - interval '2 months', 'YYYY-MM') as value`,
  from: `select to_char(now() - interval '30 days', 'YYYY-MM-DD') as value`,
  to: `select to_char(now(), 'YYYY-MM-DD') as value`,
  day: `select to_char(now(), 'YYYY-MM-DD') as value`,
  f: `select to_char(now() - interval '30 days', 'YYYY-MM-DD') as value`,
  t: `select to_char(now(), 'YYYY-MM-DD') as value`,
  labels: 'select account_id::text as value from portal where id = $1::uuid',
  portals: 'select $1::text as value',
  portalTypes: `select 'simple' as value`,
  endpointId:
    'select id::text as value from webhook_endpoint where portal_id = $1::uuid and removed_at is null limit 1',
  after: `select '0' as value`,
  limit: `select '50' as value`,
  type: `select 'order.created' as value`,
  withinDays: `select '30' as value`,
  restorable: `select '1' as value`,
  deleted: `select '1' as value`,
  countries: `select 'ES' as value`,
  categories: `select 'apparel' as value`,
  addedCategories: `select 'album' as value`,
  products: 'select id::text as value from product where portal_id = $1::uuid limit 1',
  excludedProducts: 'select id::text as value from product where portal_id = $1::uuid limit 1',
  variantsOf: 'select id::text as value from product where portal_id = $1::uuid limit 1',
}

/** What the door of lists answers to; a test of its own goes over them. */
const ofEveryList = ['pageSize', 'cursor', 'fields', 'expand', 'updatedSince']

/** Words that many rows have, and such that none has. */
export const searches = ['mar', 'qxjzk']
const known = new Set(['q', 'page', 'orderBy', ...ofEveryList, ...Object.keys(valuesSql)])

/** Parameters of lists that nothing here knows a value for: a new one has to be told. */
export const unknownParameters = (): string[] =>
  listOperations.flatMap(({ name, input }) =>
    Object.entries(input.properties ?? {})
      .filter(([key, shape]) => !known.has(key) && !shape.enum)
      .map(([key]) => `${name}: ${key}`),
  )

/** A span is asked for by the verb, which knows why. */
const isNeeded = ({ required = [] }: Shape, key: string) =>
  required.includes(key) || key === 'f' || key === 't'

/** The calls of a list about a portal, as far as the database has what they ask for: without its place, none. */
export async function callsOf(
  list: (typeof listOperations)[number],
  database: Database,
  portalId: string,
): Promise<ListCall[]> {
  const sampleOf = async (key: string) =>
    (
      await database.query<{ value: string }>(
        valuesSql[key] ?? '',
        valuesSql[key]?.includes('$1') ? [portalId] : [],
      )
    )[0]?.value
  let path = list.path
  const needed: [string, string][] = []
  const required = Object.keys(list.input.properties ?? {}).filter((key) => isNeeded(list.input, key))
  for (const key of required) {
    const value = key === 'q' ? searches[0] : await sampleOf(key)
    if (value === undefined) return []
    if (path.includes(`{${key}}`)) path = path.replace(`{${key}}`, value)
    else needed.push([key, value])
  }
  const call = (kind: ListCall['kind'], ...more: [string, string][]): ListCall => {
    const query = new URLSearchParams([...needed, ...more]).toString()
    return { kind, path: query ? `${path}?${query}` : path }
  }
  const calls = [call('first page')]
  for (const [key, shape] of Object.entries(list.input.properties ?? {})) {
    if (isNeeded(list.input, key) || ofEveryList.includes(key)) continue
    if (key === 'page') calls.push(call('page 20', ['page', '20']))
    else if (key === 'q') calls.push(...searches.map((q) => call('search', ['q', q])))
    else {
      const values = shape.enum ?? [await sampleOf(key)]
      const kind = key === 'orderBy' ? 'sort' : 'filter'
      calls.push(...values.flatMap((value) => (value === undefined ? [] : [call(kind, [key, value])])))
    }
  }
  return calls
}
