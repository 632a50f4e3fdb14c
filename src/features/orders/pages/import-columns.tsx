import { useState } from 'react'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/field.tsx'
import { type GenericField, genericFields } from '../choices.ts'
import type { Reading, Wish } from '../reading-contract.ts'
import classes from './import.module.css'
import { fieldWords, usualFields } from './import-words.ts'

interface ColumnsProps {
  reading: Reading
  columns: NonNullable<Reading['map']>['columns']
  onChange: (change: Partial<Wish>) => void
}

/** Which column is what: told by the names, with what stands in it, and chosen otherwise where that is wrong. */
export function ImportColumns({ reading, columns, onChange }: ColumnsProps) {
  const [all, setAll] = useState(false)
  const shown = genericFields
    .filter((field) => all || usualFields.includes(field) || columns[field])
    .toSorted((a, b) => order(a) - order(b))
  const choose = (field: GenericField, column: string) => {
    const { [field]: _, ...rest } = columns
    onChange({ columns: column ? { ...rest, [field]: column } : rest, dateFormat: undefined })
  }
  return (
    <>
      <div className={classes.settings}>
        {shown.map((field) => {
          const column = columns[field] ?? ''
          const samples = reading.columns.find(({ name }) => name === column)?.samples ?? []
          return (
            <SelectField
              key={field}
              label={fieldWords[field]()}
              value={column}
              help={samples.join(' · ') || undefined}
              error={reading.lacks.includes(field) ? m['orders.import.lacks']() : undefined}
              options={[
                { value: '', label: m['orders.import.noColumn']() },
                ...reading.columns.map(({ name }) => ({ value: name, label: name })),
              ]}
              onChange={({ currentTarget }) => choose(field, currentTarget.value)}
            />
          )
        })}
      </div>
      {all ? undefined : (
        <p>
          <Button size="sm" onClick={() => setAll(true)}>
            {m['orders.import.moreFields']()}
          </Button>
        </p>
      )}
    </>
  )
}

const order = (field: GenericField) => {
  const at = usualFields.indexOf(field)
  return at < 0 ? usualFields.length + genericFields.indexOf(field) : at
}
