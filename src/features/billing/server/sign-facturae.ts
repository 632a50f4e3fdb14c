import type { SigningPair } from './read-pkcs12.ts'
import { signEnveloped } from './xades.ts'

const policyUrl =
  'http://www.facturae.es/politica_de_firma_formato_facturae/politica_de_firma_formato_facturae_v3_1.pdf'

/**
 * Signs an invoice by Facturae's signature policy 3.1. @param xml a `fe:Facturae` in canonical form, without declaration; the signature
 * becomes its last child. @param of.role of who signs: `customer` where the recipient issues
 */
export const signFacturae = (
  xml: string,
  pair: SigningPair,
  { now, role }: { now: Date; role: 'supplier' | 'customer' },
): string =>
  signEnveloped(xml, pair, {
    policy: {
      identifier:
        `<xades:Identifier>${policyUrl}</xades:Identifier>` +
        '<xades:Description>Política de Firma FacturaE v3.1</xades:Description>',
      digest: 'Ohixl6upD6av8N7pEvDABhEL6hM=',
    },
    describes: 'Factura electrónica',
    before: '</fe:Facturae>',
    ...{ role, now },
  })
