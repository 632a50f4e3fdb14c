import { and, eq, isNull, sql } from 'drizzle-orm'
import { type $ZodIssue, safeParse } from 'zod/v4/core'
import { portal } from '#features/portals/server/table.ts'
import type { Locale } from '#platform/constants.ts'
import type { Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { describeIssue } from '#platform/validation.ts'
import { words } from '#platform/words.ts'
import { type Product, ProductDraft } from '../contract.ts'
import type { ImportRow } from '../transfer-contract.ts'
import { blank } from './blank-table.ts'
import { getProduct } from './queries.ts'
import { figureColumns, isWhole, type ProductRecord } from './read-product-file.ts'
import { draftFrom, sameDraft } from './sheet-draft.ts'
import { product } from './table.ts'
import { createProduct, updateProduct } from './write-product.ts'

/** `check` writes nothing; `all` writes all or none; `valid` leaves out what has errors. */
export type ImportMode = 'check' | 'all' | 'valid'

interface Group {
  records: ProductRecord[]
  portal: { id: string; accountId: string; code: string } | undefined
  known: Product | undefined
  draft: ProductDraft | undefined
  errors: Record<string, string>
}

interface Touched {
  id: string
  portal: { id: string; accountId: string }
  before: Product | undefined
  after: Product | ProductDraft
}

class Rehearsed extends Error {}

/**
 * Judges every product of the file by really writing it, each inside a savepoint of its own; unless the mode says to keep
 * them, all are rolled back. So the check finds exactly what the import would.
 */
export async function importProducts(
  tx: Tx,
  records: readonly ProductRecord[],
  mode: ImportMode,
  locale: Locale,
) {
  const groups = await judge(tx, records, locale)
  const outcomes = new Map<Group, ImportRow['outcome']>()
  const touched: Touched[] = []
  const run = async (keep: boolean) => {
    try {
      await tx.transaction(async (inner) => {
        for (const group of groups) await writeOne(inner, group, { outcomes, touched, locale })
        const bad = groups.filter(({ errors }) => Object.keys(errors).length > 0).length
        if (!keep || (mode === 'all' && bad > 0)) throw new Rehearsed()
      })
    } catch (error) {
      if (!(error instanceof Rehearsed)) throw error
      touched.length = 0
    }
  }
  await run(mode !== 'check')
  const all = groups.flatMap((group) => rowsOf(group, outcomes.get(group) ?? 'wrong'))
  const bad = all.filter(({ outcome }) => outcome === 'wrong')
  const rest = all.filter(({ outcome }) => outcome !== 'wrong')
  const count = (outcome: string) =>
    touched.length === 0 ? 0 : [...outcomes.values()].filter((one) => one === outcome).length
  return {
    rows: [...bad.slice(0, 200), ...rest.slice(0, 50)].sort((a, b) => a.row - b.row),
    good: rest.length,
    bad: bad.length,
    created: count('new'),
    updated: count('changed'),
    touched,
  }
}

const rowsOf = ({ records, errors, portal }: Group, outcome: ImportRow['outcome']): ImportRow[] =>
  records.map(({ row, cells }) => ({
    row,
    name: (cells.nameEs ?? '').slice(0, 120),
    sku: (cells.variantSku ?? cells.sku ?? '').slice(0, 60),
    portal: portal?.code ?? (cells.portal ?? '').slice(0, 20),
    outcome,
    errors,
  }))

async function writeOne(
  tx: Tx,
  group: Group,
  out: { outcomes: Map<Group, ImportRow['outcome']>; touched: Touched[]; locale: Locale },
) {
  const { draft, portal, known } = group
  if (!draft || !portal || Object.keys(group.errors).length > 0) return
  if (known && sameDraft(known, draft)) {
    out.outcomes.set(group, 'same')
    return
  }
  try {
    const after = await tx.transaction((inner) =>
      known ? updateProduct(inner, known, draft) : createProduct(inner, portal.id, draft),
    )
    out.outcomes.set(group, known ? 'changed' : 'new')
    // The activity tells what a file changed as it tells of the form, and of a new product what was sent.
    out.touched.push({ id: after.id, portal, before: known, after: known ? after : draft })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    Object.assign(group.errors, wordsOf(error, out.locale))
  }
}

const wordsOf = (error: AppError, locale: Locale) =>
  Object.fromEntries(
    Object.entries(error.fields ?? { _: error }).map(([field, { code, params }]) => [
      field,
      words(code.startsWith('validation.') ? code : `problem.${code}`, locale, params),
    ]),
  )

async function judge(tx: Tx, records: readonly ProductRecord[], locale: Locale): Promise<Group[]> {
  const portals = await tx
    .select({ id: portal.id, accountId: portal.accountId, code: portal.code })
    .from(portal)
    .where(isNull(portal.deletedAt))
  const blanks = await tx.select({ id: blank.id, reference: blank.reference }).from(blank)
  const blankOf = new Map(blanks.map(({ id, reference }) => [reference.toLowerCase(), id]))
  const groups = new Map<string, Group>()
  for (const record of records) {
    const { id, portal: code = '', sku, nameEs = '' } = record.cells
    const key = id ?? `${code.toUpperCase()} ${sku ?? nameEs}`
    const group = groups.get(key)
    if (group) group.records.push(record)
    else {
      const where = portals.find((one) => one.code === code.toUpperCase())
      groups.set(key, { records: [record], portal: where, known: undefined, draft: undefined, errors: {} })
    }
  }
  for (const group of groups.values()) await fill(tx, group, blankOf, locale)
  return [...groups.values()]
}

async function fill(tx: Tx, group: Group, blankOf: Map<string, string>, locale: Locale) {
  const cells = group.records[0]?.cells ?? {}
  const say = (field: string, code: string) => {
    group.errors[field] ??= words(code, locale)
  }
  if (!group.portal) return say('portal', 'problem.products.portalUnknown')
  const portalId = group.portal.id
  const row = await productOf(tx, portalId, cells)
  if (cells.id && !row) return say('id', 'problem.products.idUnknown')
  if (row) group.known = await getProduct(tx, portalId, row.id)
  if (cells.blank && !blankOf.has(cells.blank.toLowerCase())) say('blank', 'problem.products.blankUnknown')
  for (const { field, code } of figureFaults(group.records)) say(field, code)
  const given = draftFrom(group.records, group.known, (reference) => blankOf.get(reference.toLowerCase()))
  const parsed = safeParse(ProductDraft, given, { reportInput: true })
  if (parsed.success) group.draft = parsed.data
  else tellIssues(group, parsed.error.issues, locale)
}

const figureFaults = (records: readonly ProductRecord[]) =>
  figureColumns
    .filter((field) => records.some(({ figures }) => Number.isNaN(figures[field])))
    .map((field) => ({ field, code: isWhole(field) ? 'validation.integer' : 'validation.numeric' }))

function tellIssues({ errors }: Group, issues: readonly $ZodIssue[], locale: Locale) {
  for (const issue of issues) {
    const { key, params } = describeIssue(issue, ProductDraft)
    errors[issue.path.join('.')] ??= words(`validation.${key}`, locale, params)
  }
}

/** By its id, where the file tells it, else by its SKU. */
async function productOf(tx: Tx, portalId: string, cells: ProductRecord['cells']) {
  const [row] = await tx
    .select({ id: product.id })
    .from(product)
    .where(
      and(
        eq(product.portalId, portalId),
        cells.id ? sql`${product.id}::text = ${cells.id}` : eq(product.sku, cells.sku ?? ''),
      ),
    )
  return row
}
