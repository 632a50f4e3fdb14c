/** What a bill keeps of the world as it was. */

export interface FrozenInformation {
  legalName: string
  kind: 'person' | 'company'
  taxId: string
  street: string
  postcode: string
  city: string
  province: string
  holder: string
  territory: 'peninsula' | 'canaries' | 'ceutaMelilla' | 'basqueNavarre'
  retentionBp: number
  settlementBp: number
  email: string
}

export interface FrozenProvider {
  legalName: string
  taxId: string
  street: string
  postcode: string
  city: string
  province: string
}
