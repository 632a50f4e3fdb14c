import { Parser } from 'htmlparser2'

/** What the agency says of one record. */
export interface AnsweredLine {
  number: string
  kind: 'alta' | 'anulacion'
  state: 'accepted' | 'acceptedWithErrors' | 'rejected'
  errorCode: string | undefined
  errorText: string | undefined
}
export interface Answer {
  csv: string | undefined
  /** Seconds that have to pass before the next sending. */
  waitSeconds: number
  lines: AnsweredLine[]
}

const states = {
  Correcto: 'accepted',
  AceptadoConErrores: 'acceptedWithErrors',
  Incorrecto: 'rejected',
} as const

/** Reads the answer of the agency's service; undefined for a fault or anything else. */
export function readAnswer(xml: string): Answer | undefined {
  let line: Record<string, string> = {}
  const answer: Answer = { csv: undefined, waitSeconds: 60, lines: [] }
  let known = false
  let fault = false
  let text = ''
  const local = (name: string) => name.slice(name.indexOf(':') + 1)
  const parser = new Parser(
    {
      onopentag: (name) => {
        text = ''
        if (local(name) === 'Fault') fault = true
        if (local(name) === 'RespuestaRegFactuSistemaFacturacion') known = true
        if (local(name) === 'RespuestaLinea') line = {}
        if (local(name) === 'RegistroDuplicado') line.duplicate = '1'
      },
      ontext: (part) => {
        text += part
      },
      onclosetag: (name) => {
        const value = text.trim()
        text = ''
        if (local(name) === 'CSV') answer.csv = value
        else if (local(name) === 'TiempoEsperaEnvio') answer.waitSeconds = Number(value) || 60
        else if (local(name) === 'RespuestaLinea') answer.lines.push(lineOf(line))
        else if (value) line[local(name)] ??= value
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return known && !fault ? answer : undefined
}

function lineOf(line: Record<string, string>): AnsweredLine {
  const state = states[line.EstadoRegistro as keyof typeof states] ?? 'rejected'
  return {
    number: line.NumSerieFactura ?? '',
    kind: line.TipoOperacion === 'Anulacion' ? 'anulacion' : 'alta',
    state: line.duplicate && state === 'rejected' ? keptAs(line.EstadoRegistroDuplicado) : state,
    errorCode: line.CodigoErrorRegistro,
    errorText: line.DescripcionErrorRegistro,
  }
}

/** One that went twice was kept the first time, as it was then; where that one was cancelled since, nothing stands. */
const keptAs = (state: string | undefined) =>
  state === 'Anulada' ? 'rejected' : state === 'AceptadaConErrores' ? 'acceptedWithErrors' : 'accepted'
