import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { validateXML } from 'xmllint-wasm'
import { sharedData } from '#testing/shared-data.ts'
import { schemaOf } from './test-schemas.ts'

/** What the agency finds wrong with a record, by its own numbers; those from 2000 to 2999 are taken all the same. */
interface Fault {
  code: number
  text: string
  duplicate?: true
}

/**
 * The tax agency's service as a small server of a test. It takes what its published schema takes, knows what it has taken, and answers
 * by its schema: refused, taken with errors, or well, and how long to wait.
 */
export interface TestAgency {
  url: string
  received: string[]
  answers: string[]
  /** What it does next: `down` answers 503, `fault` a SOAP fault. */
  mood: 'well' | 'down' | 'fault'
  /** Seconds until it wants to hear again. */
  wait: number
  /** Names that its census has otherwise: records with one are refused (1110), until they are amended. */
  unknownNames: Set<string>
  /** Of what a record lacks besides, by number. */
  also: (number: string) => Fault | undefined
  /** What breaks its schemas, of what came and of what it answered. */
  broken: string[]
  close: () => void
}

const soap = (inner: string) =>
  `<env:Envelope xmlns:env="http://schemas.xmlsoap.org/soap/envelope/"><env:Body>${inner}</env:Body></env:Envelope>`
const ws =
  'https://www2.agenciatributaria.gob.es/static_files/common/internet/dep/aplicaciones/es/aeat/tike/cont/ws/'

export const partOf = (xml: string, name: string) =>
  new RegExp(`<[a-zA-Z0-9]+:${name}>([^<]*)<`).exec(xml)?.[1] ?? ''

async function faultsOf(kind: 'verifactu' | 'answer', xml: string): Promise<string[]> {
  if (!sharedData('billing_es/README.md')) return []
  const { errors } = await validateXML(schemaOf(kind, xml))
  return errors.map(({ message }) => message)
}

const isAlta = (record: string) => record.includes(':RegistroAlta>')

const refuses = ({ code }: Fault) => code < 2000 || code > 2999

/** A cancellation names what it cancels by other elements. */
function idOf(record: string) {
  const named = (name: string) => partOf(record, isAlta(record) ? name : `${name}Anulada`)
  return {
    number: named('NumSerieFactura'),
    issuer: named('IDEmisorFactura'),
    day: named('FechaExpedicionFactura'),
  }
}

/** What is wrong with a record for what is known of its number. */
function chainFault(record: string, there: 'standing' | 'cancelled' | undefined): Fault | undefined {
  const missing = { code: 3002, text: 'No existe el registro de facturación' }
  if (!isAlta(record)) return there || partOf(record, 'SinRegistroPrevio') === 'S' ? undefined : missing
  const amends = partOf(record, 'Subsanacion') === 'S' && partOf(record, 'RechazoPrevio') !== 'X'
  if (!there) return amends ? missing : undefined
  return amends ? undefined : { code: 3000, text: 'Registro de facturación duplicado', duplicate: true }
}

function answerLine(record: string, fault: Fault | undefined): string {
  const { number, issuer, day } = idOf(record)
  const kind = isAlta(record) ? 'Alta' : 'Anulacion'
  const why = fault
    ? `<sfR:CodigoErrorRegistro>${fault.code}</sfR:CodigoErrorRegistro><sfR:DescripcionErrorRegistro>${fault.text}</sfR:DescripcionErrorRegistro>`
    : ''
  const duplicate = fault?.duplicate
    ? '<sfR:RegistroDuplicado><sf:IdPeticionRegistroDuplicado>1</sf:IdPeticionRegistroDuplicado><sf:EstadoRegistroDuplicado>Correcta</sf:EstadoRegistroDuplicado></sfR:RegistroDuplicado>'
    : ''
  return `<sfR:RespuestaLinea><sfR:IDFactura><sf:IDEmisorFactura>${issuer}</sf:IDEmisorFactura><sf:NumSerieFactura>${number}</sf:NumSerieFactura><sf:FechaExpedicionFactura>${day}</sf:FechaExpedicionFactura></sfR:IDFactura><sfR:Operacion><sf:TipoOperacion>${kind}</sf:TipoOperacion></sfR:Operacion><sfR:EstadoRegistro>${stateOf(fault)}</sfR:EstadoRegistro>${why}${duplicate}</sfR:RespuestaLinea>`
}

function stateOf(fault: Fault | undefined): string {
  if (!fault) return 'Correcto'
  return refuses(fault) ? 'Incorrecto' : 'AceptadoConErrores'
}

/** Opens one. `close` it at the end. */
export async function testAgency(): Promise<TestAgency> {
  const known = new Map<string, 'standing' | 'cancelled'>()
  const it: TestAgency = {
    ...{ url: '', received: [], answers: [], mood: 'well', wait: 60 },
    ...{ unknownNames: new Set(), also: () => undefined, broken: [], close: () => void server.close() },
  }
  const judge = (record: string): Fault | undefined => {
    // A cancellation names the record before it by the other element.
    const number = partOf(record, 'NumSerieFacturaAnulada') || partOf(record, 'NumSerieFactura')
    if (it.unknownNames.has(partOf(record, 'NombreRazonEmisor')))
      return { code: 1110, text: 'El NIF no está identificado en el censo de la AEAT' }
    const fault = chainFault(record, known.get(number))
    if (fault) return fault
    return it.also(number)
  }
  const answerTo = (body: string) => {
    let [good, bad] = [0, 0]
    const lines = [...body.matchAll(/<sum:RegistroFactura>(.*?)<\/sum:RegistroFactura>/gs)].map(
      ([, record = '']) => {
        const alta = isAlta(record)
        const fault = judge(record)
        const refused = fault && refuses(fault)
        if (refused) bad++
        else {
          good++
          known.set(idOf(record).number, alta ? 'standing' : 'cancelled')
        }
        return answerLine(record, fault)
      },
    )
    const header = /<sum:Cabecera>(.*?)<\/sum:Cabecera>/s.exec(body)?.[1]?.replaceAll('sum1:', 'sf:') ?? ''
    const state = bad === 0 ? 'Correcto' : good === 0 ? 'Incorrecto' : 'ParcialmenteCorrecto'
    return `<sfR:RespuestaRegFactuSistemaFacturacion xmlns:sfR="${ws}RespuestaSuministro.xsd" xmlns:sf="${ws}SuministroInformacion.xsd">${
      good > 0 ? `<sfR:CSV>A-CSV${it.received.length}</sfR:CSV>` : ''
    }<sfR:Cabecera>${header.trim()}</sfR:Cabecera><sfR:TiempoEsperaEnvio>${it.wait}</sfR:TiempoEsperaEnvio><sfR:EstadoEnvio>${state}</sfR:EstadoEnvio>${lines.join('')}</sfR:RespuestaRegFactuSistemaFacturacion>`
  }
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts).toString()
    it.received.push(body)
    if (it.mood === 'down') return response.writeHead(503).end('closed')
    if (it.mood === 'fault')
      return response.end(soap('<env:Fault><faultstring>Codigo[401]</faultstring></env:Fault>'))
    const from = body.indexOf('<sum:RegFactuSistemaFacturacion')
    const sent = body.slice(from, body.indexOf('</soapenv:Body>')).trim()
    it.broken.push(...(await faultsOf('verifactu', sent)))
    const answer = answerTo(body)
    it.answers.push(answer)
    it.broken.push(...(await faultsOf('answer', answer)))
    response.end(soap(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  it.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return it
}
