import { m } from '#paraglide/messages.js'
import { delimiters, encodings } from '#platform/constants.ts'
import { SelectField } from '#ui/field.tsx'
import { here } from '#ui/formats.ts'
import { taxRates, uploadFormats } from '../choices.ts'
import type { Reading, Wish } from '../reading-contract.ts'
import classes from './import.module.css'
import { currencies, delimiterWords, encodingWords, zones } from './import-words.ts'

interface LayoutProps {
  reading: Reading
  onChange: (change: Partial<Wish>) => void
}

const headerRows = Array.from({ length: 20 }, (_, at) => String(at + 1))
const plain = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

/** How the file was read as a whole: each part was told from the file, and can be chosen otherwise. */
export function ImportLayout({ reading, onChange }: LayoutProps) {
  const { layout, sheets, map, format, decimal } = reading
  const { encoding, delimiter, sheet, headerRow = 1 } = layout
  // Another place of the table has other columns: what was chosen of them is told anew.
  const place = (change: Partial<Reading['layout']>) =>
    onChange({ layout: { ...layout, ...change }, columns: undefined, dateFormat: undefined })
  return (
    <div className={classes.settings}>
      <SelectField
        label={m['orders.upload.format']()}
        value={format}
        options={uploadFormats.map((value) => ({
          value,
          label: { shopify: 'Shopify', bandcamp: 'Bandcamp', generic: m['orders.import.generic']() }[value],
        }))}
        onChange={({ currentTarget }) =>
          onChange({ format: uploadFormats.find((one) => one === currentTarget.value) })
        }
      />
      {encoding ? (
        <SelectField
          label={m['orders.import.encoding']()}
          value={encoding}
          options={encodings.map((value) => ({ value, label: encodingWords[value] }))}
          onChange={({ currentTarget }) =>
            place({ encoding: encodings.find((one) => one === currentTarget.value) })
          }
        />
      ) : undefined}
      {delimiter ? (
        <SelectField
          label={m['orders.import.delimiter.label']()}
          value={delimiter}
          options={delimiters.map((value) => ({ value, label: delimiterWords[value]() }))}
          onChange={({ currentTarget }) =>
            place({ delimiter: delimiters.find((one) => one === currentTarget.value) })
          }
        />
      ) : undefined}
      {sheets.length > 1 ? (
        <SelectField
          label={m['orders.import.sheet']()}
          value={sheet ?? ''}
          options={plain(sheets)}
          onChange={({ currentTarget }) => place({ sheet: currentTarget.value, headerRow: undefined })}
        />
      ) : undefined}
      <SelectField
        label={m['orders.import.headerRow']()}
        value={String(headerRow)}
        options={plain(
          headerRows.includes(String(headerRow)) ? headerRows : [...headerRows, String(headerRow)],
        )}
        onChange={({ currentTarget }) => place({ headerRow: Number(currentTarget.value) })}
      />
      {map ? <MapSettings {...{ reading, map, onChange }} /> : undefined}
      {decimal ? (
        <SelectField
          label={m['orders.import.decimal']()}
          value={decimal}
          options={[
            { value: ',', label: m['ui.sheet.decimalComma']() },
            { value: '.', label: m['ui.sheet.decimalPoint']() },
          ]}
          onChange={({ currentTarget }) => onChange({ decimal: currentTarget.value === ',' ? ',' : '.' })}
        />
      ) : undefined}
    </div>
  )
}

const withOwn = (value: string, usual: readonly string[]) =>
  usual.includes(value) ? usual : [value, ...usual]

/** Money and clock of a table that tells neither in each of its rows. */
function MapSettings({ reading, map, onChange }: LayoutProps & { map: NonNullable<Reading['map']> }) {
  const { currency, taxRate } = map.constants ?? {}
  const { timeZone } = map
  const asked = reading.questions.some(({ id }) => id === 'currency')
  return (
    <>
      {timeZone ? (
        <SelectField
          label={m['orders.import.zone']()}
          value={timeZone}
          options={plain(withOwn(timeZone, zones))}
          onChange={({ currentTarget }) => onChange({ timeZone: currentTarget.value })}
        />
      ) : undefined}
      {currency && !asked ? (
        <SelectField
          label={map.bySign ? m['orders.import.bareCurrency']() : m['orders.import.allCurrency']()}
          value={currency}
          options={plain(withOwn(currency, currencies))}
          onChange={({ currentTarget }) => onChange({ currency: currentTarget.value })}
        />
      ) : undefined}
      {taxRate === undefined ? undefined : (
        <SelectField
          label={m['orders.import.taxInAll']()}
          value={taxRate}
          options={[...new Set([...taxRates, taxRate])].map((value) => ({
            value,
            label:
              value === '0'
                ? m['orders.import.ask.taxNone']()
                : m['orders.import.ask.taxOf']({ rate: here().number(Number(value)) }),
          }))}
          onChange={({ currentTarget }) => onChange({ taxRate: currentTarget.value })}
        />
      )}
    </>
  )
}
