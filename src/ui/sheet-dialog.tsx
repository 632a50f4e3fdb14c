import { type ReactNode, useState } from 'react'
import { type Failure, isFailure, type Result } from '#client.ts'
import { m } from '#paraglide/messages.js'
import type { DecimalMark } from '#platform/amount.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { DialogActions, DialogParts } from './dialog-parts.tsx'
import { FileField } from './file-field.tsx'
import { here } from './formats.ts'
import { Notice } from './notice.tsx'
import classes from './sheet-dialog.module.css'
import { SheetProgress } from './sheet-progress.tsx'
import type { UploadProgress } from './upload.ts'

export type SheetMode = 'check' | 'all' | 'valid'
export interface SheetRow {
  key: string | number
  cells: readonly ReactNode[]
  fault: boolean
}

interface Judged {
  good: number
  bad: number
  rows: readonly SheetRow[]
  summary?: string
}

interface SheetDialogProps<A> {
  title: string
  help: string
  accept: string
  failed: string
  columns: readonly string[]
  /** Settings above the file: a format, a map. Changing them asks for the file to be looked at again. */
  settings?: ReactNode
  /** With `tell` it says how far it is; a file that is read at once need not. */
  send: (
    file: File,
    mode: SheetMode,
    tell: (progress: UploadProgress) => void,
    /** The answer to what the file leaves open: what separates its decimals. */
    decimal: DecimalMark | undefined,
  ) => Promise<Result<A>>
  /** What the answer comes to; `summary` is said above the rows. */
  read: (answer: A) => Judged
  /** The file is in: say so and load anew. */
  onDone: (answer: A) => void
  onClose: () => void
  /** What came of it stays to be read, said so; without it the dialog closes. */
  report?: (answer: A) => string
}

/** Many rows from a file: every one is looked at before anything is written. */
export default function SheetDialog<A>(props: SheetDialogProps<A>) {
  const { title, help, accept, failed, columns, settings, send, read, onDone, onClose, report } = props
  const [file, setFile] = useState<File>()
  const [answer, setAnswer] = useState<A>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [progress, setProgress] = useState<UploadProgress>()
  const [done, setDone] = useState(false)
  const [question, setQuestion] = useState<string>()
  const [decimal, setDecimal] = useState<DecimalMark>()

  const run = async (of: File, mode: SheetMode, mark = decimal) => {
    setBusy(true)
    setProblem(undefined)
    setProgress(undefined)
    const result = await send(of, mode, setProgress, mark)
    setBusy(false)
    if (isFailure(result)) {
      const refused = questionOrProblem(result, failed)
      setAnswer(undefined)
      setQuestion(refused.question)
      if (!refused.question) setProblem(refused.problem)
      return
    }
    setAnswer(result as A)
    if (mode === 'check') return
    onDone(result as A)
    if (report) setDone(true)
    else onClose()
  }
  const choose = (chosen: File | undefined) => {
    setFile(chosen)
    setAnswer(undefined)
    setQuestion(undefined)
    // Another file may be written another way.
    setDecimal(undefined)
    if (chosen) void run(chosen, 'check', undefined)
  }
  const readWith = (mark: DecimalMark) => {
    setQuestion(undefined)
    setDecimal(mark)
    if (file) void run(file, 'check', mark)
  }
  const judged = answer === undefined ? undefined : read(answer)
  const said = done && answer !== undefined ? report?.(answer) : undefined
  return (
    <Dialog label={title} onClose={onClose}>
      <DialogParts title={title}>
        {done ? undefined : (
          <>
            {settings}
            <FileField
              label={m['ui.sheet.file']()}
              help={help}
              error={problem}
              accept={accept}
              file={file}
              onFile={choose}
            />
          </>
        )}
        {question ? <DecimalQuestion text={question} onAnswer={readWith} /> : undefined}
        {busy ? <SheetProgress progress={progress} /> : undefined}
        {judged ? <Judgement judged={judged} columns={columns} said={said} /> : undefined}
        <SheetActions
          {...{ done, busy, judged, onClose }}
          onAgain={file && !judged && !busy && !question ? () => run(file, 'check') : undefined}
          onSend={(mode) => file && run(file, mode)}
        />
      </DialogParts>
    </Dialog>
  )
}

/** What a refusal asks first or, where it asks nothing, says. */
function questionOrProblem(failure: Failure | undefined, failed: string) {
  const said = typeof failure?.error === 'object' ? failure.error : undefined
  const fields = said?.fields ?? {}
  return { question: fields.decimal, problem: Object.values(fields)[0] ?? said?.message ?? failed }
}

interface JudgementProps {
  judged: Judged
  columns: readonly string[]
  /** What came of it; without it, what its rows come to. */
  said: string | undefined
}

const Judgement = ({ judged, columns, said = summaryOf(judged) }: JudgementProps) => (
  <>
    <Notice kind={judged.bad > 0 ? 'warning' : 'success'}>{said}</Notice>
    <Rows columns={columns} rows={judged.rows} />
  </>
)

function summaryOf({ good, bad, summary }: Judged): string {
  const { number } = here()
  return summary ?? m['ui.sheet.judged']({ good: number(good), bad: number(bad) })
}

interface SheetActionsProps {
  done: boolean
  busy: boolean
  judged: Judged | undefined
  onClose: () => void
  onAgain: (() => void) | undefined
  onSend: (mode: SheetMode) => void
}

function SheetActions({ done, busy, judged, onClose, onAgain, onSend }: SheetActionsProps) {
  const { good = 0, bad = 0 } = judged ?? {}
  return (
    <DialogActions>
      <Button onClick={onClose}>{done ? m['ui.close']() : m['ui.cancel']()}</Button>
      {onAgain ? <Button onClick={onAgain}>{m['ui.sheet.again']()}</Button> : undefined}
      {done ? undefined : (
        <Button
          look="primary"
          busy={busy}
          disabled={good === 0}
          onClick={() => onSend(bad > 0 ? 'valid' : 'all')}
        >
          {verbFor(good, bad)}
        </Button>
      )}
    </DialogActions>
  )
}

/** A file whose figures can be read in two ways is a question to whoever knows it. */
function DecimalQuestion({ text, onAnswer }: { text: string; onAnswer: (mark: DecimalMark) => void }) {
  return (
    <Notice kind="warning">
      <p className={classes.question}>{text}</p>
      <span className={classes.answers}>
        <Button onClick={() => onAnswer(',')}>{m['ui.sheet.decimalComma']()}</Button>
        <Button onClick={() => onAnswer('.')}>{m['ui.sheet.decimalPoint']()}</Button>
      </span>
    </Notice>
  )
}

function verbFor(good: number, bad: number) {
  if (good === 0) return m['ui.sheet.sendNone']()
  const count = here().number(good)
  if (bad === 0) return m['ui.sheet.send']({ count })
  return good === 1 ? m['ui.sheet.sendOne']() : m['ui.sheet.sendValid']({ count })
}

function Rows({ columns, rows }: { columns: readonly string[]; rows: readonly SheetRow[] }) {
  if (rows.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls has to be reached by keyboard.
    <section className={classes.scroll} tabIndex={0} aria-label={m['ui.sheet.rows']()}>
      <table className={classes.rows}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells, fault }) => (
            <tr key={key} data-fault={fault || undefined}>
              {cells.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a row never change places.
                <td key={at}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
