import { Conflict } from '#platform/errors.ts'
import { dayNumber, formatDay, startOfMonth } from '#platform/time.ts'
import { plainAmount } from './fiscal-hash.ts'
import type { FrozenInformation, FrozenProvider } from './frozen.ts'
import type { Paper } from './paper.ts'

/** Who supplies or receives, as Facturae names a person or a company. */
export function party(
  of: FrozenProvider & Pick<FrozenInformation, 'givenName' | 'firstSurname' | 'secondSurname'>,
  kind: 'person' | 'company',
) {
  const address = {
    AddressInSpain: {
      Address: of.street.slice(0, 80),
      PostCode: of.postcode,
      Town: of.city.slice(0, 50),
      Province: of.province.slice(0, 20),
      CountryCode: 'ESP',
    },
  }
  // Bills of before keep the name as one: the first word, the second, and the rest.
  const words = of.legalName.split(' ')
  const name = of.givenName ?? words[0] ?? ''
  const first = of.firstSurname ?? words[1] ?? name
  const second = of.givenName ? (of.secondSurname ?? '') : words.slice(2).join(' ')
  return {
    TaxIdentification: {
      PersonTypeCode: kind === 'person' ? 'F' : 'J',
      ResidenceTypeCode: 'R',
      TaxIdentificationNumber: of.taxId,
    },
    ...(kind === 'person'
      ? {
          Individual: {
            Name: name.slice(0, 40),
            FirstSurname: first.slice(0, 40),
            ...(second ? { SecondSurname: second.slice(0, 40) } : {}),
            ...address,
          },
        }
      : { LegalEntity: { CorporateName: of.legalName.slice(0, 80), ...address } }),
  }
}

const longest = 20

/**
 * A number as Facturae has room for it: twenty characters, and as many for its series, which is what stands before the
 * last mark. @throws Conflict for one that fits in neither way
 */
export function numberParts(number: string): { InvoiceNumber: string; InvoiceSeriesCode?: string } {
  if (number.length <= longest) return { InvoiceNumber: number }
  const [, series = '', last = ''] = /^(.*)[-/ .](.*)$/.exec(number) ?? []
  if (!series || !last || series.length > longest || last.length > longest)
    throw new Conflict('billing.numberTooLong')
  return { InvoiceNumber: last, InvoiceSeriesCode: series }
}

/** The months of a bill; of one without, the days from what it corrects to itself. */
export function periodOf({ period, periodFrom, issuedOn, correction }: Paper) {
  const end = period && formatDay(startOfMonth(dayNumber(period), 1) - 1)
  return { StartDate: periodFrom ?? period ?? correction?.issuedOn ?? issuedOn, EndDate: end ?? issuedOn }
}

/** Ley 3/2004, art. 4.1: thirty days where nothing else was agreed. */
const daysToPay = 30
/** Facturae's code of a transfer, which has to name the account. */
const transfer = '04'

/** Facturae's code of what is set against what is owed. */
const offset = '14'

/** When and where a bill is paid to; nothing for what takes back, and where advances have settled all of it. */
export function payment({ corrects, information, totals, issuedOn, charge }: Paper) {
  const { iban } = information
  if (charge && !corrects)
    return {
      PaymentDetails: {
        Installment: {
          InstallmentDueDate: issuedOn,
          InstallmentAmount: plainAmount(totals.payableCents),
          PaymentMeans: offset,
        },
      },
    }
  if (corrects || !iban || totals.payableCents <= 0) return {}
  return {
    PaymentDetails: {
      Installment: {
        InstallmentDueDate: formatDay(dayNumber(issuedOn) + daysToPay),
        InstallmentAmount: plainAmount(totals.payableCents),
        PaymentMeans: transfer,
        AccountToBeCredited: { IBAN: iban },
      },
    },
  }
}
