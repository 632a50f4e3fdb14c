import { mdiPlus, mdiTrashCanOutline } from '@mdi/js'
import { useRouteContext } from '@tanstack/react-router'
import { useRef } from 'react'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import type { Supply } from '#platform/constants.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { Matrix, MatrixCell, MatrixFault } from '#ui/matrix.tsx'
import { PickField } from '#ui/pick-field.tsx'
import { supplyOptions } from './blank-words.ts'

/** A colour and size as the form holds it. */
export interface Row {
  key: string
  id?: string
  size: string
  colour: string
  cost: string
  supply: Supply
  alternativeId: string
  alternativeName: string
}

/** A row without anything in it. */
export const freshRow = (): Row => ({
  key: crypto.randomUUID(),
  size: '',
  colour: '',
  cost: '',
  supply: 'inStock',
  alternativeId: '',
  alternativeName: '',
})

interface VariantsProps {
  rows: Row[]
  errors: Record<string, string>
  disabled: boolean
  onChange: (rows: Row[]) => void
}

/** Colours and sizes of a blank, each with its cost and how the supplier has it. */
export function BlankVariants({ rows, errors, disabled, onChange }: VariantsProps) {
  const change = (key: string, part: Partial<Row>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)))
  const texts = [
    ['colour', m['products.form.colour']()],
    ['size', m['products.form.size']()],
    ['cost', m['products.form.cost']()],
  ] as const
  return (
    <>
      <Matrix headings={[...texts.map(([, title]) => title), m['products.blanks.supplyLabel']()]}>
        {rows.map((row, at) => (
          <tr key={row.key}>
            {texts.map(([id, title]) => (
              <MatrixCell
                key={id}
                title={title}
                row={at + 1}
                value={row[id]}
                amount={id === 'cost'}
                error={errors[`variants.${at}.${id === 'cost' ? 'costCents' : id}`]}
                disabled={disabled}
                onChange={(value) => change(row.key, { [id]: value })}
              />
            ))}
            <td data-label={m['products.blanks.supplyLabel']()}>
              <Choice
                label={`${m['products.blanks.supplyLabel']()} ${at + 1}`}
                value={row.supply}
                options={supplyOptions()}
                disabled={disabled}
                onChange={(supply) => change(row.key, { supply: supply as Supply })}
              />
              {row.supply === 'alternative' ? (
                <Alternative
                  label={`${m['products.blanks.alternative']()} ${at + 1}`}
                  row={row}
                  error={errors[`variants.${at}.alternativeId`]}
                  disabled={disabled}
                  onChange={(part) => change(row.key, part)}
                />
              ) : undefined}
            </td>
            <td>
              {disabled || rows.length === 1 ? undefined : (
                <IconButton
                  label={m['products.form.removeVariant']({
                    name: [row.colour, row.size].filter(Boolean).join(' ') || String(at + 1),
                  })}
                  path={mdiTrashCanOutline}
                  onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
                />
              )}
            </td>
          </tr>
        ))}
      </Matrix>
      {disabled ? undefined : (
        <div>
          <Button adds icon={mdiPlus} onClick={() => onChange([...rows, freshRow()])}>
            {m['products.blanks.addVariant']()}
          </Button>
        </div>
      )}
    </>
  )
}

interface ChoiceProps {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  disabled: boolean
  onChange: (value: string) => void
}

function Choice({ label, value, options, disabled, onChange }: ChoiceProps) {
  return (
    <select
      aria-label={label}
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

interface AlternativeProps extends Omit<ChoiceProps, 'value' | 'options' | 'onChange'> {
  row: Row
  onChange: (part: Pick<Row, 'alternativeId' | 'alternativeName'>) => void
  error: string | undefined
}

/** What stands in for a colour and size, among those of every blank: there are too many to read them through. */
function Alternative({ label, row, error, disabled, onChange }: AlternativeProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const { alternativeId, alternativeName } = row
  // The form holds the name too: the answer that told it is gone once another one is picked.
  const names = useRef(new Map<string, string>())
  return (
    <>
      <PickField
        bare
        searched
        browse
        label={label}
        none={m['products.blanks.chooseAlternative']()}
        value={alternativeId}
        options={alternativeId ? [{ value: alternativeId, label: alternativeName }] : []}
        disabled={disabled}
        find={async (q) => {
          const found = await api.blanks.listAlternatives({ q }, { key: 'pick-alternative' })
          if (isFailure(found)) return undefined
          for (const { value, label } of found) names.current.set(value, label)
          return found.filter(({ value }) => value !== row.id)
        }}
        onChange={(id) =>
          onChange({ alternativeId: id, alternativeName: names.current.get(id) ?? alternativeName })
        }
      />
      {error ? <MatrixFault>{error}</MatrixFault> : undefined}
    </>
  )
}
