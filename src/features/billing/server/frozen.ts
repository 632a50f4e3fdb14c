import type { Supply, Territory } from '../choices.ts'
import type { RetentionKind } from '../retention.ts'

/** What a bill keeps of the world as it was. */

export interface FrozenInformation {
  legalName: string
  /** Of a person who has said them apart. */
  givenName?: string | null
  firstSurname?: string | null
  secondSurname?: string | null
  kind: 'person' | 'company'
  taxId: string
  street: string
  postcode: string
  city: string
  province: string
  holder: string
  territory: Territory
  supply?: Supply
  /** Null: an account has not said yet what its rate is for. */
  retention?: RetentionKind | null
  retentionYear?: number | null
  retentionBp: number
  settlementBp: number
  /** Which series of numbers; 1 for the first NIF. */
  series?: number
  email: string
  /** Where an issued bill is paid to; those of before do not say it. Never answered whole but in Facturae. */
  iban?: string
}

export interface FrozenProvider {
  legalName: string
  taxId: string
  street: string
  postcode: string
  city: string
  province: string
}
