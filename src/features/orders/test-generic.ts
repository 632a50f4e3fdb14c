import type { GenericMap } from './map-shape.ts'
import { readGeneric } from './server/read-generic.ts'
import { readAll, testFiles } from './test-files.ts'

export type Row = Record<string, string>
/** One sale of two. */
export const row: Row = {
  ...{
    Pedido: '7',
    Fecha: '2026-03-04',
    Ref: 'LP',
    Nombre: 'Disco',
    Uds: '2',
    Precio: '10.00',
    Total: '',
    Dto: '',
  },
  ...{
    IVA: '',
    Tipo: '',
    Propina: '',
    Envío: '',
    Devuelto: '',
    Moneda: 'EUR',
    Estado: '',
    Clase: '',
    Línea: '1',
  },
  ...{ Correo: '', País: '', Provincia: '', CP: '', Ciudad: '', Campaña: '', Clic: '' },
}
export const columns: GenericMap['columns'] = {
  ...{ order: 'Pedido', date: 'Fecha', sku: 'Ref', name: 'Nombre', quantity: 'Uds', unitPrice: 'Precio' },
  ...{
    total: 'Total',
    discount: 'Dto',
    tax: 'IVA',
    tip: 'Propina',
    refunded: 'Devuelto',
    currency: 'Moneda',
  },
  ...{
    status: 'Estado',
    kind: 'Clase',
    line: 'Línea',
    buyer: 'Correo',
    country: 'País',
    province: 'Provincia',
  },
  ...{ postalCode: 'CP', city: 'Ciudad', campaign: 'Campaña', click: 'Clic' },
}
/** A map without these columns. */
export const without = (...names: (keyof typeof columns)[]): GenericMap['columns'] =>
  Object.fromEntries(Object.entries(columns).filter(([name]) => !names.includes(name as 'order')))

/** Reads rows of files that are gone after the tests of a file. */
export function genericRows() {
  const { csv } = testFiles()

  /** What a row comes to that differs from the one above. */
  async function read(more: Row, by: GenericMap = { columns }, portalBy?: string) {
    const cells = { ...row, ...more }
    return readAll(readGeneric(await csv([Object.keys(cells), Object.values(cells)]), by, '.', portalBy))
  }
  /** Of each line `kind ×units gross net tax`, or what is wrong with the row. */
  const told = async (more: Row, by?: GenericMap) => {
    const { lines, faults } = await read(more, by)
    return faults.length > 0
      ? faults.map(({ code, column, params }) =>
          [code, column, ...Object.values(params ?? {})].join(' ').trim(),
        )
      : lines.map(({ kind, units, gross, net, tax }) => `${kind} ×${units} ${gross} ${net} ${tax}`)
  }
  return { read, told, csv }
}
