import { electronicFormatIBAN, isSEPACountry, isValidIBAN } from 'ibantools'
import { stdnum } from 'stdnum'

const kinds = ['dni', 'nie', 'cif', 'nif'].map((name) => stdnum.ES?.[name])

/** A Spanish tax number as it is written without marks, or undefined when its letter does not fit. */
export function checkedTaxId(text: string): string | undefined {
  const plain = text
    .toUpperCase()
    .replace(/[\s.\-/]/g, '')
    .replace(/^ES(?=.{9}$)/, '')
  // K, L and M are people without a DNI; their letter is worked out like one, which the library does not look at.
  if (/^[KLM]/.test(plain))
    return /^[KLM]\d{7}[A-Z]$/.test(plain) &&
      'TRWAGMYFPDXBNJZSQVHLCKE'[Number(plain.slice(1, 8)) % 23] === plain[8]
      ? plain
      : undefined
  return /^[A-Z0-9]{9}$/.test(plain) && kinds.some((kind) => kind?.validate(plain).isValid)
    ? plain
    : undefined
}

/** An IBAN of the SEPA area in its electronic form, or undefined when its digits do not fit. */
export function checkedIban(text: string): string | undefined {
  const plain = electronicFormatIBAN(text.replace(/^IBAN/i, ''))
  return plain && isValidIBAN(plain) && isSEPACountry(plain.slice(0, 2)) ? plain : undefined
}
