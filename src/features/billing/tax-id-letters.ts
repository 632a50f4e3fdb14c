/**
 * What the first letter of a NIF says of who has it (Orden EHA/451/2008, arts. 2 to 5), and by which tax what they earn is taxed.
 * A table; people's begin with a digit, or with X, Y, Z, K, L or M (RD 1065/2007, arts. 19 and 20). Browser-safe.
 *
 * `society`: pays corporate income tax (Ley 27/2014, art. 7; whoever is exempt by art. 9 is one of them too). `attributed`: its income
 * is its members' (Ley 35/2006, art. 8.3 and 86 ff.), and so withheld by IRPF's rules (art. 89.2). `nonResident`: by IRNR's, with an
 * establishment here. See decision 0133 for those that can be read in two ways.
 */
const of = (letters: string, taxed: TaxedBy) =>
  Object.fromEntries([...letters].map((letter) => [letter, taxed]))
export type TaxedBy = 'society' | 'attributed' | 'nonResident'
export const taxIdLetters: Readonly<Record<string, TaxedBy>> = {
  // Companies by shares and limited, collective and limited partnerships, cooperatives.
  ...of('ABCDF', 'society'),
  // Associations and foundations, religious bodies, local corporations, public bodies, organs of state and regions.
  ...of('GRPQS', 'society'),
  // Temporary unions of companies (art. 7.1.d), and what no other letter is for.
  ...of('UV', 'society'),
  // Communities of goods and estates without an heir yet, of owners of one house, civil partnerships.
  ...of('EHJ', 'attributed'),
  // Foreign bodies, and establishments of who does not reside here.
  ...of('NW', 'nonResident'),
}

/** How somebody is billed: a person, a body whose income is its members', or a company. */
export type Payee = 'person' | 'entity' | 'company'
export const payeeOf = ({ kind, taxId }: { kind: 'person' | 'company'; taxId: string }): Payee =>
  kind === 'person'
    ? 'person'
    : taxIdLetters[taxId.trim().charAt(0).toUpperCase()] === 'attributed'
      ? 'entity'
      : 'company'

/** The letters of those who pay corporate income tax: for them Veri*factu begins earlier (RD 1007/2023, art. 3.1.a, DF 4.ª). */
export const lettersOfSocieties = Object.keys(taxIdLetters)
  .filter((letter) => taxIdLetters[letter] === 'society')
  .join('')
