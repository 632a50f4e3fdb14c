import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { daysOf, demandSome, recordsIn, sayExported, within } from './export-fiscal.ts'
import { nameOfIssuer } from './fiscal-events.ts'
import { requirementXml } from './requirement-xml.ts'
import { recordsAtOnce } from './verifactu-xml.ts'

interface Wish {
  issuerTaxId: string
  requirement: string
  f: string
  t: string
  final: boolean
}

/**
 * What an issuer kept without sending it, as the agency takes it on a requirement (SuministroInformacion.xsd,
 * RemisionRequerimiento; its service is another one than that of who sends): a file for as many records as one takes, the
 * last of them saying whether it is the end of the answer. Records that were made to be sent are with the agency already.
 * @throws Unprocessable for days in the wrong order, or too many of them; Conflict while a signature is still to come, or
 * where nothing was kept.
 */
export async function answerRequirement(tx: Tx, wish: Wish, clock: { secret: Buffer; now: Date }) {
  const { issuerTaxId, requirement, f, t, final } = wish
  const days = daysOf(wish)
  const span = (row: SQL) => sql`${within(row, issuerTaxId, days)} and ${row}mode is distinct from 'sending'`
  const { texts, said } = await recordsIn(tx, span)
  demandSome(texts.length)
  const name = await nameOfIssuer(tx, issuerTaxId)
  const parts = Array.from({ length: Math.ceil(texts.length / recordsAtOnce) }, (_, at) =>
    texts.slice(at * recordsAtOnce, (at + 1) * recordsAtOnce),
  )
  const files = parts.map((part, at) => ({
    name: `${issuerTaxId}-requerimiento-${f}-${t}${parts.length > 1 ? `-${at + 1}` : ''}.xml`,
    content: requirementXml(
      { taxId: issuerTaxId, name },
      { reference: requirement, ends: final && at === parts.length - 1 },
      part.map(({ xml }) => xml),
    ),
  }))
  await sayExported(tx, { issuerTaxId, days, type: '08', said }, clock)
  return { files, count: texts.length, unsigned: texts.filter(({ signed }) => !signed).length }
}
