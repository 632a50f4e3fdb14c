import { expect, test } from 'vitest'
import { readAnswer } from './server/fiscal-answer.ts'

/** What the agency's service answers, read as it may be written. */

const answer = (inner: string, root = 'RespuestaRegFactuSistemaFacturacion') =>
  `<env:Envelope><env:Body><tik:${root}>${inner}</tik:${root}></env:Body></env:Envelope>`
const line = (inner: string) => `<tik:RespuestaLinea>${inner}</tik:RespuestaLinea>`
const of = (number: string, state: string, rest = '', kind = 'Alta') =>
  line(
    `<tik:IDFactura><sf:NumSerieFactura>${number}</sf:NumSerieFactura></tik:IDFactura>
      <tik:Operacion><sf:TipoOperacion>${kind}</sf:TipoOperacion></tik:Operacion>
      <tik:EstadoRegistro>${state}</tik:EstadoRegistro>${rest}`,
  )
const error = (code: string, text: string) =>
  `<tik:CodigoErrorRegistro>${code}</tik:CodigoErrorRegistro><tik:DescripcionErrorRegistro>${text}</tik:DescripcionErrorRegistro>`
const duplicate = (state?: string) =>
  `<tik:RegistroDuplicado>${state ? `<sf:EstadoRegistroDuplicado>${state}</sf:EstadoRegistroDuplicado>` : ''}</tik:RegistroDuplicado>`

test('each record has its own state, number and error, whatever stood before it', () => {
  const read = readAnswer(
    answer(
      `<tik:CSV>\n  A-CSV-1 \n</tik:CSV><tik:TiempoEsperaEnvio> 90 </tik:TiempoEsperaEnvio><tik:EstadoRegistro>Incorrecto</tik:EstadoRegistro>${of(
        '\n F-1 ',
        'AceptadoConErrores',
        error('2000', ' Rótulo &amp; clave '),
      )}${of('F-2', 'Correcto', '', 'Anulacion')}${of('F-3', 'Incorrecto', error('3000', 'No'))}${of('F-4', 'Otra')}`,
    ),
  )
  expect(read).toEqual({
    ...{ csv: 'A-CSV-1', waitSeconds: 90 },
    lines: [
      {
        number: 'F-1',
        kind: 'alta',
        state: 'acceptedWithErrors',
        errorCode: '2000',
        errorText: 'Rótulo & clave',
      },
      { number: 'F-2', kind: 'anulacion', state: 'accepted', errorCode: undefined, errorText: undefined },
      { number: 'F-3', kind: 'alta', state: 'rejected', errorCode: '3000', errorText: 'No' },
      // A state that nobody knows is no acceptance.
      { number: 'F-4', kind: 'alta', state: 'rejected', errorCode: undefined, errorText: undefined },
    ],
  })
})

test('one that went twice stands as it did the first time, and not where it was cancelled since', () => {
  const states = readAnswer(
    answer(
      [
        of('1', 'Incorrecto', duplicate('Correcta')),
        of('2', 'Incorrecto', duplicate('AceptadaConErrores')),
        of('3', 'Incorrecto', duplicate('Anulada')),
        of('4', 'Incorrecto', duplicate()),
        of('5', 'AceptadoConErrores', duplicate('Correcta')),
        of('6', 'Incorrecto'),
      ].join(''),
    ),
  )?.lines.map(({ state }) => state)
  expect(states).toEqual([
    ...['accepted', 'acceptedWithErrors', 'rejected', 'accepted', 'acceptedWithErrors', 'rejected'],
  ])
})

test('a minute is waited where nothing else is said, and what is no answer is none', () => {
  expect(readAnswer(answer(''))).toEqual({ csv: undefined, waitSeconds: 60, lines: [] })
  for (const said of ['', '0', 'pronto'])
    expect(readAnswer(answer(`<t:TiempoEsperaEnvio>${said}</t:TiempoEsperaEnvio>`))?.waitSeconds).toBe(60)
  expect(readAnswer(answer('<t:CSV>X</t:CSV>', 'Otra'))).toBeUndefined()
  expect(readAnswer(answer('<env:Fault><faultstring>No</faultstring></env:Fault>'))).toBeUndefined()
  expect(readAnswer('')).toBeUndefined()
  // Without a prefix it says the same, and a line that names nothing is one all the same.
  const bare =
    '<RespuestaRegFactuSistemaFacturacion><RespuestaLinea></RespuestaLinea></RespuestaRegFactuSistemaFacturacion>'
  expect(readAnswer(bare)?.lines).toEqual([
    { number: '', kind: 'alta', state: 'rejected', errorCode: undefined, errorText: undefined },
  ])
})
