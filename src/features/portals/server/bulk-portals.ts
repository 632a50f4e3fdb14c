import * as z from 'zod/mini'
import { safeParse } from 'zod/v4/core'
import type { Locale } from '#platform/constants.ts'
import type { Tx } from '#platform/db.ts'
import { AppError, type FieldError, Unprocessable } from '#platform/errors.ts'
import type { FileStore } from '#platform/files.ts'
import { readSheet, UnreadableSheet } from '#platform/sheet.ts'
import { unknownKeys } from '#platform/unknown-keys.ts'
import { describeIssue } from '#platform/validation.ts'
import { say } from '#platform/words.ts'
import { type BulkRow, bulkRowsMax } from '../bulk-contract.ts'
import { PortalDraft } from '../draft-contract.ts'
import { checkAddresses } from './check-portal.ts'
import { type Maker, mayChooseInvoicing, selfInvoiceRefused } from './create-portal.ts'
import { draftPicture, type KeptPicture } from './draft-picture.ts'
import { lockAddresses } from './lock-addresses.ts'

const refused = (code: string) => new Unprocessable({ file: { code, params: { max: bulkRowsMax } } })

/** Column headings as people write them, in both languages. */
const columns: Record<string, keyof PortalDraft | 'owner' | 'ownerName'> = {
  name: 'name',
  nombre: 'name',
  code: 'code',
  codigo: 'code',
  customurl: 'customUrl',
  url: 'customUrl',
  direccion: 'customUrl',
  type: 'type',
  tipo: 'type',
  selfinvoice: 'selfInvoice',
  organisationtype: 'organisationType',
  picture: 'pictureUrl',
  pictureurl: 'pictureUrl',
  imagen: 'pictureUrl',
  owner: 'owner',
  correo: 'owner',
  ownername: 'ownerName',
  nombredelowner: 'ownerName',
}

const problems = {
  unreadable: 'portals.bulkUnreadable',
  noHeading: 'portals.bulkNoHeading',
  tooMany: 'portals.bulkTooMany',
}

/** A row of a bulk draft with its place in the file. */
export interface BulkDraft {
  row: number
  draft: Record<string, unknown>
}

/**
 * The rows of a CSV or XLSX file with a heading, as drafts. What cannot be read stays for its row's error.
 * @throws Unprocessable by the field `file`: no such file, no heading, too many rows.
 */
export async function readBulkFile(bytes: Uint8Array): Promise<BulkDraft[]> {
  const rows = await readSheet(bytes, bulkRowsMax).catch((error: unknown) => {
    throw error instanceof UnreadableSheet ? refused(problems[error.code]) : error
  })
  const drafts = rows.map(({ row, cells }) => {
    const { selfInvoice, organisationType, type, owner, ownerName, ...draft } = Object.fromEntries(
      Object.entries(cells).flatMap(([heading, cell]) =>
        columns[heading] ? [[columns[heading], cell]] : [],
      ),
    )
    return {
      row,
      draft: {
        ...draft,
        ...(type ? { type } : {}),
        ...(selfInvoice ? { selfInvoice: flagOf(selfInvoice) } : {}),
        ...(organisationType ? { organisationType: Number(organisationType) } : {}),
        ...(owner ? { team: [{ email: owner, name: ownerName ?? owner, role: 'Owner' }] } : {}),
      },
    }
  })
  if (!drafts.some(({ draft }) => 'name' in draft)) throw refused('portals.bulkNoHeading')
  return drafts
}

/** Yes or no as people write it; anything else stays as it is, for its row's error. */
const flagOf = (text: string) =>
  /^(s[ií]|yes|true|1)$/i.test(text) ? true : /^(no|false|0)$/i.test(text) ? false : text

/** A row that was looked at: a draft that can be made, or what is wrong with it by its field. */
export interface JudgedRow {
  row: number
  given: Record<string, unknown>
  draft: PortalDraft | undefined
  picture: KeptPicture
  errors: Record<string, FieldError>
}
type Judgement = Pick<JudgedRow, 'draft' | 'errors'>

/** Fetches at a time, of pictures that stand elsewhere on the web. */
const fetches = 4

/** Keeps the pictures of rows, before a transaction waits for them; what cannot be had is an error of its row. */
export async function keepPictures(files: FileStore, drafts: readonly BulkDraft[]): Promise<KeptPictures> {
  const kept: KeptPictures = new Map()
  const wanted = drafts.filter(({ draft }) => draft.pictureUrl || draft.picture)
  for (let at = 0; at < wanted.length; at += fetches)
    await Promise.all(
      wanted.slice(at, at + fetches).map(async ({ row, draft }) => {
        const parsed = safeParse(PictureOfDraft, draft)
        if (!parsed.success) return
        const found = await draftPicture(files, parsed.data).catch((error: unknown) => {
          if (error instanceof AppError && error.fields) return error.fields
          throw error
        })
        kept.set(row, found)
      }),
    )
  return kept
}
const PictureOfDraft = z.pick(PortalDraft, { picture: true, pictureUrl: true })
export type KeptPictures = Map<number, KeptPicture | Record<string, FieldError>>
const isKept = (found: KeptPicture | Record<string, FieldError>): found is KeptPicture => 'url' in found

/** Looks at every row; nobody else takes a code or an address until the transaction ends. */
export async function judgeRows(
  tx: Tx,
  maker: Maker,
  drafts: readonly BulkDraft[],
  pictures: KeptPictures = new Map(),
): Promise<JudgedRow[]> {
  await lockAddresses(tx)
  const judged: JudgedRow[] = []
  const seen = { code: new Set<string>(), customUrl: new Set<string>() }
  for (const { row, draft: given } of drafts) {
    const { draft, errors } = await judge(tx, given, seen)
    const picture = pictures.get(row) ?? { url: null }
    if (draft && !mayChooseInvoicing(maker, draft)) errors.selfInvoice = selfInvoiceRefused
    judged.push({
      ...{ row, given, draft },
      picture: isKept(picture) ? picture : { url: null },
      errors: isKept(picture) ? errors : { ...picture, ...errors },
    })
  }
  return judged
}

export const isGood = ({ errors }: JudgedRow) => Object.keys(errors).length === 0

/** A row as the answer tells it, in the reader's words. */
export function toRow(
  { row, given, errors }: JudgedRow,
  portalId: string | undefined,
  locale: Locale,
): BulkRow {
  const shown = (name: string) => String(given[name] ?? '').slice(0, 100)
  return {
    ...{ row, name: shown('name'), code: shown('code'), customUrl: shown('customUrl') },
    errors: Object.fromEntries(
      Object.entries(errors).map(([field, { code, params = {} }]) => [field, say(code, locale, params)]),
    ),
    portalId: portalId ?? null,
  }
}

async function judge(
  tx: Tx,
  given: Record<string, unknown>,
  seen: { code: Set<string>; customUrl: Set<string> },
): Promise<Judgement> {
  const errors: Record<string, FieldError> = {}
  for (const { path } of unknownKeys(PortalDraft, given)) errors[path] = { code: 'validation.unknown' }
  const parsed = safeParse(PortalDraft, given, { reportInput: true })
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      const { key, params } = describeIssue(issue, PortalDraft)
      errors[issue.path.join('.') || 'name'] ??= { code: `validation.${key}`, params }
    }
    return { draft: undefined, errors }
  }
  const { code, customUrl } = parsed.data
  const answers = await checkAddresses(tx, { code, customUrl })
  for (const name of ['code', 'customUrl'] as const) {
    const value = parsed.data[name]
    const reason = answers[name]?.reason ?? (seen[name].has(value) ? `portals.${name}Taken` : undefined)
    if (reason) errors[name] = { code: reason }
    seen[name].add(value)
  }
  return { draft: parsed.data, errors }
}
