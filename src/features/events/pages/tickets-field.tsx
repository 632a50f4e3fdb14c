import { mdiPlus, mdiTrashCanOutline } from '@mdi/js'
import { ticketsMax } from '#features/events/contract.ts'
import { m } from '#paraglide/messages.js'
import { Button, IconButton } from '#ui/button.tsx'
import { DateTimeField } from '#ui/date-field.tsx'
import { SelectField } from '#ui/field.tsx'
import { WebAddressField } from '#ui/web-address-field.tsx'
import type { EventValues } from './event-values.ts'
import { optionsOf, ticketWord } from './event-words.ts'
import classes from './tickets-field.module.css'

type Tickets = EventValues['tickets']

interface TicketsFieldProps {
  tickets: Tickets
  /** Of the place, by whose clock they are sold. */
  zone: string
  errors: Record<string, string>
  disabled: boolean
  onChange: (tickets: Tickets) => void
}

/** Where to get in, one row a way: its kind, its address, and from when. */
export function TicketsField({ tickets, zone, errors, disabled, onChange }: TicketsFieldProps) {
  const change = (at: number, part: Partial<Tickets[number]>) =>
    onChange(tickets.map((ticket, place) => (place === at ? { ...ticket, ...part } : ticket)))
  return (
    <>
      {tickets.map((ticket, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; they have no names of their own.
        <div key={at} className={classes.row}>
          <SelectField
            label={m['events.form.ticketType']()}
            value={ticket.type}
            options={optionsOf(ticketWord)}
            disabled={disabled}
            onChange={(event) => change(at, { type: event.currentTarget.value as Tickets[number]['type'] })}
          />
          <WebAddressField
            label={m['events.form.ticketUrl']()}
            optional={ticket.type === 'free' || ticket.type === 'soldOut'}
            value={ticket.url}
            error={errors[`tickets.${at}.url`]}
            disabled={disabled}
            onChange={(url) => change(at, { url })}
          />
          <DateTimeField
            label={m['events.form.onSaleAt']()}
            optional
            value={ticket.onSaleAt}
            zone={zone}
            error={errors[`tickets.${at}.onSaleAt`]}
            disabled={disabled}
            onChange={(value) => change(at, { onSaleAt: value })}
          />
          {disabled ? undefined : (
            <IconButton
              label={m['events.form.removeTicket']({ type: ticketWord[ticket.type]() })}
              path={mdiTrashCanOutline}
              onClick={() => onChange(tickets.filter((_, place) => place !== at))}
            />
          )}
        </div>
      ))}
      {disabled || tickets.length >= ticketsMax ? undefined : (
        <span>
          <Button
            adds
            size="sm"
            icon={mdiPlus}
            onClick={() => onChange([...tickets, { type: 'tickets', url: '', onSaleAt: '' }])}
          >
            {m['events.form.addTicket']()}
          </Button>
        </span>
      )}
    </>
  )
}
