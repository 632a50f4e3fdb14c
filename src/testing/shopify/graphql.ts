import {
  buildSchema,
  type DocumentNode,
  execute,
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isObjectType,
  isUnionType,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
  validate,
} from 'graphql'
import { schemaText } from './schema.ts'
import type { LocalShop } from './shop.ts'

const schema = buildSchema(schemaText)
/** «The maximum cost of a single query» (shopify.dev, API rate limits). */
const costMax = 1_000

type Values = Record<string, unknown>
export interface GraphQLAnswer {
  data?: unknown
  errors?: { message: string; extensions?: { code: string } }[]
  extensions?: unknown
}

/** An answer as Shopify gives it, with what it cost: refused by name, throttled when the bucket is empty. */
export async function answerGraphQL(
  shop: LocalShop,
  text: string,
  variables: Values,
): Promise<GraphQLAnswer> {
  const document = parse(text)
  const faults = validate(schema, document)
  if (faults.length > 0)
    return { errors: faults.map(({ message }) => ({ message, extensions: { code: 'undefinedField' } })) }
  const requested = costOf(document, variables)
  const cost = (actual: number | null) => ({
    cost: {
      requestedQueryCost: requested,
      actualQueryCost: actual,
      throttleStatus: {
        maximumAvailable: shop.bucket.size,
        currentlyAvailable: Math.floor(shop.bucket.left()),
        restoreRate: shop.bucket.perSecond,
      },
    },
  })
  if (requested > costMax)
    return {
      errors: [
        {
          message: `Query cost is ${requested}, which exceeds the limit of ${costMax}`,
          extensions: { code: 'MAX_COST_EXCEEDED' },
        },
      ],
      extensions: cost(null),
    }
  if (shop.bucket.left() < requested) {
    shop.throttled++
    return { errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }], extensions: cost(null) }
  }
  const result = await execute({
    schema,
    document,
    rootValue: rootOf(shop),
    variableValues: variables,
    fieldResolver,
    typeResolver,
  })
  // What was asked for is taken, and what did not come is given back.
  const actual = Math.min(requested, objectsIn(result.data) + (isMutation(document) ? 10 : 0))
  shop.bucket.take(actual)
  return {
    data: result.data,
    ...(result.errors ? { errors: result.errors.map(({ message }) => ({ message })) } : {}),
    extensions: cost(actual),
  }
}

const operationOf = (document: DocumentNode) =>
  document.definitions.find((one): one is OperationDefinitionNode => one.kind === 'OperationDefinition')
const isMutation = (document: DocumentNode) => operationOf(document)?.operation === 'mutation'

/** Objects 1, scalars 0, connections by their `first`, mutations 10. */
function costOf(document: DocumentNode, variables: Values): number {
  const operation = operationOf(document)
  if (!operation) return 0
  const root = operation.operation === 'mutation' ? schema.getMutationType() : schema.getQueryType()
  const of = (set: SelectionSetNode | undefined, type: GraphQLObjectType): number =>
    (set?.selections ?? []).reduce((sum, one) => {
      if (one.kind === 'InlineFragment') {
        const named = schema.getType(one.typeCondition?.name.value ?? type.name)
        return sum + (isObjectType(named) ? of(one.selectionSet, named) : 0)
      }
      if (one.kind !== 'Field') return sum
      const field = type.getFields()[one.name.value]
      const inner = field && getNamedType(field.type)
      if (!inner || !one.selectionSet) return sum
      if (isUnionType(inner) || !isObjectType(inner)) return sum + 1 + of(one.selectionSet, type)
      if (inner.name === 'PageInfo') return sum
      const first = one.arguments?.find(({ name }) => name.value === 'first')?.value
      const ids = one.arguments?.find(({ name }) => name.value === 'ids')?.value
      const times =
        first?.kind === 'IntValue'
          ? Number(first.value)
          : first?.kind === 'Variable'
            ? Number(variables[first.name.value])
            : ids?.kind === 'Variable'
              ? (variables[ids.name.value] as unknown[]).length
              : 1
      if (inner.name.endsWith('Connection')) return sum + times * of(one.selectionSet, inner)
      return sum + times * (1 + of(one.selectionSet, inner))
    }, 0)
  return root ? of(operation.selectionSet, root) + (operation.operation === 'mutation' ? 10 : 0) : 0
}

const objectsIn = (value: unknown): number => {
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + objectsIn(one), 0)
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Object.values(value).reduce((sum: number, one) => sum + objectsIn(one), 0)
}

/** A page of a list, by what the cursor before it ended with. */
export function pageOf<T extends { id: string }>(
  all: readonly T[],
  { first = 10, after }: { first?: number; after?: string },
) {
  const from = after ? all.findIndex(({ id }) => Buffer.from(id).toString('base64') === after) + 1 : 0
  if (after && from === 0) throw new GraphQLError('Invalid cursor for current pagination sort.')
  const nodes = all.slice(from, from + first)
  const last = nodes.at(-1)
  return {
    nodes,
    pageInfo: {
      hasNextPage: from + first < all.length,
      endCursor: last ? Buffer.from(last.id).toString('base64') : null,
    },
  }
}

const fieldResolver = (
  source: Values,
  args: { first?: number; after?: string },
  context: unknown,
  info: { fieldName: string; returnType: unknown },
) => {
  const value = source[info.fieldName]
  if (typeof value === 'function') return value.call(source, args, context)
  const type = getNamedType(info.returnType as GraphQLOutputType)
  return Array.isArray(value) && type.name.endsWith('Connection') ? pageOf(value, args) : value
}

const typeResolver = ({ id }: { id?: string }) => /^gid:\/\/shopify\/(\w+)\//.exec(id ?? '')?.[1]

interface Search {
  query?: string
  sortKey?: 'ID' | 'UPDATED_AT'
  first?: number
  after?: string
}
interface Dated {
  id: string
  updatedAt: string
}

/** `updated_at:>='2026-11-01T00:00:00Z'` and `created_at:…`, the only searches that are asked for. */
function found<T extends Dated>(all: readonly T[], { query, sortKey }: Search): T[] {
  const [, since] = /^updated_at:>='([^']+)'$/.exec(query ?? '') ?? []
  if (query && !since) throw new GraphQLError(`Unknown search: ${query}`)
  const chosen = since ? all.filter(({ updatedAt }) => Date.parse(updatedAt) >= Date.parse(since)) : [...all]
  if (sortKey !== 'UPDATED_AT') return chosen
  return chosen.sort((a, b) => Date.parse(a.updatedAt) - Date.parse(b.updatedAt) || (a.id < b.id ? -1 : 1))
}

/** Without `read_all_orders` orders are those of the last 60 days. */
const orders = (shop: LocalShop) =>
  shop.scopes.includes('read_all_orders')
    ? shop.orders
    : shop.orders.filter(({ createdAt }) => Date.parse(String(createdAt)) > shop.now() - 60 * 86_400_000)

const rootOf = (shop: LocalShop) => ({
  shop: {
    id: 'gid://shopify/Shop/1',
    name: shop.name,
    myshopifyDomain: shop.domain,
    currencyCode: shop.currency,
  },
  node: ({ id }: { id: string }) => shop.find(id) ?? null,
  nodes: ({ ids }: { ids: string[] }) => ids.map((id) => shop.find(id) ?? null),
  products: (search: Search) => pageOf(found(shop.products as never as Dated[], search), search),
  productsCount: (search: Search) => ({ count: found(shop.products as never as Dated[], search).length }),
  orders: (search: Search) => pageOf(found(orders(shop) as never as Dated[], search), search),
  ordersCount: ({ limit = 10_000, ...search }: Search & { limit?: number }) => ({
    count: Math.min(limit, found(orders(shop) as never as Dated[], search).length),
  }),
  webhookSubscriptions: (search: Search) => pageOf(shop.webhooks, search),
  webhookSubscriptionCreate: ({
    topic,
    webhookSubscription: { uri },
  }: {
    topic: string
    webhookSubscription: { uri: string }
  }) => {
    const taken = shop.webhooks.some((one) => one.topic === topic && one.uri === uri)
    if (taken)
      return {
        webhookSubscription: null,
        userErrors: [
          { field: ['webhookSubscription', 'uri'], message: 'Address for this topic has already been taken' },
        ],
      }
    const webhook = { id: `gid://shopify/WebhookSubscription/${shop.nextId()}`, topic, uri }
    shop.webhooks.push(webhook)
    return { webhookSubscription: webhook, userErrors: [] }
  },
})
