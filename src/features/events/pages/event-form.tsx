import { useRouteContext } from '@tanstack/react-router'
import type { Event } from '#features/events/contract.ts'
import { m } from '#paraglide/messages.js'
import { DateTimeField } from '#ui/date-field.tsx'
import { useEntityForm } from '#ui/entity-form.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { FieldRow, FormPage, FormSection } from '#ui/form-page.tsx'
import { Notice } from '#ui/notice.tsx'
import { PagePreview } from '#ui/page-preview.tsx'
import { EventPlace } from './event-place.tsx'
import { EventShow } from './event-show.tsx'
import { draftOf, type EventValues, isWritten, type PartProps, valuesOf } from './event-values.ts'
import { kindWord, optionsOf, publicationWord, stateWord } from './event-words.ts'
import { TicketsField } from './tickets-field.tsx'

interface EventFormProps {
  portalId: string
  event: Event | null
  /** Where a new one leads. */
  list: string
  editable: boolean
  /** May the reader decide whether fans see it? */
  mayShow: boolean
}

const names = {
  name: m['events.form.name'],
  kind: m['events.form.kind'],
  state: m['events.form.state'],
  startsAt: m['events.form.startsAt'],
  doorsAt: m['events.form.doorsAt'],
  endsAt: m['events.form.endsAt'],
  venue: m['events.form.venue'],
  address: m['events.form.address'],
  city: m['events.form.city'],
  timeZone: m['events.form.timeZone'],
  province: m['events.form.province'],
  country: m['events.form.country'],
  lineUp: m['events.form.lineUp'],
  posterUrl: m['events.form.poster'],
  tickets: m['events.form.tickets'],
  publication: m['events.form.publication'],
  publishAt: m['events.form.publishAt'],
}

/** An event's date, place, bill, tickets, and when fans see it. */
export function EventForm({ portalId, event, list, editable, mayShow }: EventFormProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const { form, save, problem } = useEntityForm({
    entity: event,
    valuesOf,
    undo: 'change',
    write: (values, edit) =>
      event
        ? api.events.updateEvent({ portalId, eventId: event.id, ...draftOf(values) }, edit)
        : api.events.createEvent({ portalId, ...draftOf(values) }),
    words: {
      failed: m['events.form.failed'],
      saved: m['events.form.saved'],
      created: m['events.form.created'],
    },
    names,
    list,
  })
  const { values, set, errors } = form
  const part: PartProps = { values, set, errors, disabled: !editable }
  return (
    <FormPage
      formRef={form.ref}
      editable={editable}
      isNew={event === null}
      changes={form.changed.length}
      busy={form.busy}
      problem={problem}
      saveLabel={event ? m['events.form.save']() : m['events.form.saveNew']()}
      onSave={(leaving) => {
        // What is refused is named by its row: those without a word are not sent.
        set('tickets', values.tickets.filter(isWritten))
        return save(leaving)
      }}
      onDiscard={() => form.reset()}
      side={
        editable ? (
          <PagePreview
            part={values.name.trim() && values.startsAt ? { portalId, event: draftOf(values) } : undefined}
            empty={m['events.form.previewEmpty']()}
          />
        ) : undefined
      }
    >
      {editable ? undefined : <Notice kind="info">{m['events.form.readOnly']()}</Notice>}
      <WhatFields {...part} />
      <EventPlace {...part} portalId={portalId} />
      <EventShow {...part} portalId={portalId} eventId={event?.id ?? 'new'} />
      <FormSection title={m['events.form.tickets']()}>
        <TicketsField
          tickets={values.tickets}
          zone={values.timeZone}
          errors={errors}
          disabled={!editable}
          onChange={(tickets) => set('tickets', tickets)}
        />
      </FormSection>
      <PublicationFields {...part} disabled={!(editable && mayShow)} />
    </FormPage>
  )
}

function WhatFields({ values, set, errors, disabled }: PartProps) {
  return (
    <>
      <TextField
        label={m['events.form.name']()}
        placeholder={m['events.form.namePlaceholder']()}
        value={values.name}
        error={errors.name}
        maxLength={120}
        disabled={disabled}
        onChange={(change) => set('name', change.currentTarget.value)}
      />
      <FieldRow>
        <SelectField
          label={m['events.form.kind']()}
          value={values.kind}
          options={optionsOf(kindWord)}
          error={errors.kind}
          disabled={disabled}
          onChange={(change) => set('kind', change.currentTarget.value as EventValues['kind'])}
        />
        <SelectField
          label={m['events.form.state']()}
          value={values.state}
          options={optionsOf(stateWord)}
          error={errors.state}
          disabled={disabled}
          onChange={(change) => set('state', change.currentTarget.value as EventValues['state'])}
        />
      </FieldRow>
    </>
  )
}

/** Whether fans see it, and from when. */
function PublicationFields({ values, set, errors, disabled }: PartProps) {
  return (
    <FormSection title={m['events.form.publish']()}>
      <FieldRow>
        <SelectField
          label={m['events.form.publication']()}
          value={values.publication}
          options={optionsOf(publicationWord)}
          error={errors.publication}
          disabled={disabled}
          onChange={(change) => set('publication', change.currentTarget.value as EventValues['publication'])}
        />
        {values.publication === 'scheduled' ? (
          <DateTimeField
            label={m['events.form.publishAt']()}
            value={values.publishAt}
            zone={values.timeZone}
            error={errors.publishAt}
            disabled={disabled}
            onChange={(value) => set('publishAt', value)}
          />
        ) : undefined}
      </FieldRow>
    </FormSection>
  )
}
