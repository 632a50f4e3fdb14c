import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { DateTimeField } from '#ui/date-field.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { FieldRow, FormSection } from '#ui/form-page.tsx'
import type { PartProps } from './event-values.ts'
import { countryOptions, provinceOptions, zoneOptions } from './place-options.ts'
import { useTown } from './use-town.ts'

/** When it is, on the clocks of the place, and where. */
export function EventPlace({ portalId, values, set, errors, disabled }: PartProps & { portalId: string }) {
  const completeTown = useTown(portalId, values, set)
  const text = (name: 'venue' | 'address' | 'province', label: string) => (
    <TextField
      label={label}
      optional
      value={values[name]}
      error={errors[name]}
      maxLength={120}
      disabled={disabled}
      onChange={(event) => set(name, event.currentTarget.value)}
    />
  )
  const moment = (name: 'startsAt' | 'doorsAt' | 'endsAt', label: string) => (
    <DateTimeField
      label={label}
      optional={name !== 'startsAt'}
      value={values[name]}
      zone={values.timeZone}
      error={errors[name]}
      disabled={disabled}
      onChange={(value) => set(name, value)}
    />
  )
  return (
    <>
      <FormSection title={m['events.form.when']()}>
        <FieldRow>
          {moment('startsAt', m['events.form.startsAt']())}
          {moment('doorsAt', m['events.form.doorsAt']())}
        </FieldRow>
        <FieldRow>
          {moment('endsAt', m['events.form.endsAt']())}
          <SelectField
            label={m['events.form.timeZone']()}
            help={m['events.form.timeZoneHelp']()}
            value={values.timeZone}
            options={zoneOptions(values.timeZone)}
            error={errors.timeZone}
            disabled={disabled}
            onChange={(event) => set('timeZone', event.currentTarget.value)}
          />
        </FieldRow>
      </FormSection>
      <FormSection title={m['events.form.where']()}>
        <FieldRow>
          {text('venue', m['events.form.venue']())}
          {text('address', m['events.form.address']())}
        </FieldRow>
        <FieldRow>
          <TextField
            label={m['events.form.city']()}
            optional
            value={values.city}
            error={errors.city}
            maxLength={120}
            disabled={disabled}
            onChange={(event) => set('city', event.currentTarget.value)}
            onBlur={completeTown}
          />
          {values.country === 'ES' ? (
            <SelectField
              label={m['events.form.province']()}
              optional
              value={values.province}
              options={provinceOptions(m['events.form.noProvince']())}
              error={errors.province}
              disabled={disabled}
              onChange={(event) => set('province', event.currentTarget.value)}
            />
          ) : (
            text('province', m['events.form.region']())
          )}
        </FieldRow>
        <SelectField
          label={m['events.form.country']()}
          value={values.country}
          options={countryOptions(getLocale(), values.country)}
          error={errors.country}
          disabled={disabled}
          onChange={(event) => {
            set('country', event.currentTarget.value)
            // A province of Spain is none elsewhere, and the other way round.
            set('province', '')
          }}
        />
      </FormSection>
    </>
  )
}
