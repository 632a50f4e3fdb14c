import type { SigningPair } from './read-pkcs12.ts'
import { signEnveloped } from './xades.ts'

/** The policy of the state's administration, 1.9, by which records and events are signed (Orden HAC/1177/2024, art. 14, and the agency's example). */
const policy = {
  identifier: '<xades:Identifier Qualifier="OIDAsURN">urn:oid:2.16.724.1.3.1.1.2.1.9</xades:Identifier>',
  digest: 'G7roucf600+f03r/o0bAOQ6WAs0=',
}

/** Signs a record, or an event. @param xml by itself in canonical form, without declaration */
export const signFiscal = (
  xml: string,
  pair: SigningPair,
  of: { now: Date; kind: 'alta' | 'anulacion' | 'event' },
): string =>
  signEnveloped(xml, pair, {
    ...{ policy, now: of.now },
    describes: of.kind === 'event' ? 'Registro de evento' : 'Registro de facturación',
    before: {
      alta: '</sum1:RegistroAlta>',
      anulacion: '</sum1:RegistroAnulacion>',
      event: '</sfe:Evento>',
    }[of.kind],
  })
