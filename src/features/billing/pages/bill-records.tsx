import { m } from '#paraglide/messages.js'
import { here } from '#ui/formats.ts'
import { Status } from '#ui/status.tsx'
import type { Bill } from '../bill-shapes.ts'
import classes from './bill-side.module.css'

type FiscalRecord = Bill['records'][number]

const states = {
  kept: { mark: 'draft', word: m['billing.records.kept'] },
  waiting: { mark: 'review', word: m['billing.records.waiting'] },
  accepted: { mark: 'live', word: m['billing.records.accepted'] },
  acceptedWithErrors: { mark: 'review', word: m['billing.records.acceptedWithErrors'] },
  rejected: { mark: 'broken', word: m['billing.records.rejected'] },
} as const

/** The Veri*factu records of a bill, or of an invoice of the provider, in the order of their chain, each with what the tax agency answered. */
export function BillRecords({ records }: { records: readonly FiscalRecord[] }) {
  return (
    <section>
      <h2>{m['billing.records.title']()}</h2>
      <ol className={classes.records}>
        {records.map((record) => (
          <li key={record.hash}>
            <div>
              <b className={classes.recordKind}>
                {record.kind === 'alta' ? m['billing.records.issue']() : m['billing.records.annulment']()}
              </b>
              <Status mark={states[record.state].mark}>{states[record.state].word()}</Status>
            </div>
            {record.amends && record.kind === 'alta' ? (
              <p>{m['billing.records.mended']({ reason: record.amends })}</p>
            ) : undefined}
            <Answer record={record} />
            <small>
              {m['billing.records.made']({ number: record.number, at: here().dateTime(record.generatedAt) })}
            </small>
            <code title={record.hash}>{m['billing.records.hash']({ hash: record.hash.slice(0, 16) })}</code>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Answer({ record }: { record: FiscalRecord }) {
  if (record.state === 'kept') return <p>{keptWord(record)}</p>
  if (record.state === 'waiting') return <p>{waitingWord(record)}</p>
  return (
    <>
      {record.errorText ? (
        <p>{m['billing.records.said']({ code: record.errorCode ?? '–', text: record.errorText })}</p>
      ) : undefined}
      {record.answeredAt ? (
        <small>{answeredWord(here().dateTime(record.answeredAt), record.csv)}</small>
      ) : undefined}
    </>
  )
}

function keptWord({ mode, signed }: FiscalRecord): string {
  if (mode !== 'signed') return m['billing.records.keptText']()
  return signed ? m['billing.records.signed']() : m['billing.records.unsigned']()
}

const waitingWord = ({ attempts, nextAt }: FiscalRecord): string =>
  attempts > 0 && nextAt
    ? m['billing.records.again']({ count: attempts, at: here().dateTime(nextAt) })
    : m['billing.records.soon']()

const answeredWord = (at: string, csv: FiscalRecord['csv']): string =>
  csv ? m['billing.records.answeredCsv']({ at, csv }) : m['billing.records.answered']({ at })
