import { PictureField } from '#features/files/pages/picture-field.tsx'
import { m } from '#paraglide/messages.js'
import { Cover } from '#ui/cover.tsx'
import { Field } from '#ui/field.tsx'
import { FormSection } from '#ui/form-page.tsx'
import { TextArea } from '#ui/text-area.tsx'
import type { PartProps } from './event-values.ts'

/** Who plays, and the poster that says so. */
export function EventShow({
  values,
  set,
  errors,
  disabled,
  portalId,
  eventId,
}: PartProps & { portalId: string; eventId: string }) {
  const wrongName = Object.keys(errors).find((field) => field.startsWith('lineUp'))
  return (
    <FormSection title={m['events.form.show']()}>
      <Field
        label={m['events.form.lineUp']()}
        help={m['events.form.lineUpHelp']()}
        error={wrongName && errors[wrongName]}
        optional
      >
        {(wiring) => (
          <TextArea
            {...wiring}
            rows={4}
            value={values.lineUp}
            disabled={disabled}
            onChange={(event) => set('lineUp', event.currentTarget.value)}
          />
        )}
      </Field>
      <PictureField
        portalId={portalId}
        label={m['events.form.poster']()}
        use="poster"
        value={values.posterUrl}
        drawn
        fallback={<Cover of={{ id: eventId }} size={56} />}
        error={errors.posterUrl}
        disabled={disabled}
        onChange={(url) => set('posterUrl', url)}
      />
    </FormSection>
  )
}
