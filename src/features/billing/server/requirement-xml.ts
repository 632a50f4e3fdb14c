import { lr, sum1 } from './verifactu-xml.ts'

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (one) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[one] ?? one)

const inPlace = (xml: string) =>
  xml
    .replace(/^<\?xml.*?\?>\s*/, '')
    .replace(' xmlns:sum1=', ' xmlns="" xmlns:sum1=')
    .trimEnd()

/**
 * Records that were kept, in the document that answers a requirement. Each stands as it was made and signed: around it
 * nothing but default namespaces, so that it is the same by itself and in its place (Canonical XML 1.0, 2.4).
 */
export const requirementXml = (
  issuer: { taxId: string; name: string },
  { reference, ends }: { reference: string; ends: boolean },
  records: readonly string[],
): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<RegFactuSistemaFacturacion xmlns="${lr}">`,
    '<Cabecera>',
    `<ObligadoEmision xmlns="${sum1}"><NombreRazon>${escaped(issuer.name.slice(0, 120))}</NombreRazon><NIF>${issuer.taxId}</NIF></ObligadoEmision>`,
    `<RemisionRequerimiento xmlns="${sum1}"><RefRequerimiento>${escaped(reference)}</RefRequerimiento><FinRequerimiento>${ends ? 'S' : 'N'}</FinRequerimiento></RemisionRequerimiento>`,
    '</Cabecera>',
    ...records.map((xml) => `<RegistroFactura>${inPlace(xml)}</RegistroFactura>`),
    '</RegFactuSistemaFacturacion>',
    '',
  ].join('\n')
