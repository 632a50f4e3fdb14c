import { useNavigate, useRouteContext, useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { failureCode, isFailure } from '#client.ts'
import { PictureField } from '#features/files/pages/picture-field.tsx'
import { type Release, titleMaxLength } from '#features/releases/contract.ts'
import { m } from '#paraglide/messages.js'
import { releaseDurationsDays } from '#platform/constants.ts'
import { BilingualField } from '#ui/bilingual-field.tsx'
import { Button } from '#ui/button.tsx'
import { Cover } from '#ui/cover.tsx'
import { SelectField, SwitchField, TextField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { FieldRow, FormPage, FormSection } from '#ui/form-page.tsx'
import { toast } from '#ui/toast.tsx'
import { ReleaseLinks } from './release-links.tsx'
import { draftOf, type ReleaseValues, valuesOf } from './release-values.ts'
import { SignUpsSide } from './sign-ups-side.tsx'

/** A release's title, cover and date, its countdown and its links. */
export function ReleaseForm({ portalId, release }: { portalId: string; release: Release | null }) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const navigate = useNavigate()
  const form = useForm(valuesOf(release), m['releases.form.failed']())
  const { values, set, errors } = form
  const [conflict, setConflict] = useState(false)
  // One key for one release, however often the button is pressed.
  const createKey = useRef<string>(undefined)

  const save = async () => {
    createKey.current ??= crypto.randomUUID()
    const idempotencyKey = createKey.current
    const draft = draftOf(values, release)
    const saved = await form.send(async () => {
      const result = release
        ? await api.releases.updateRelease(
            { portalId, releaseId: release.id, ...draft },
            { version: release.version },
          )
        : await api.releases.createRelease({ portalId, ...draft }, { idempotencyKey })
      setConflict(failureCode(result) === 'stale')
      // A refused draft is another draft when it comes back.
      if (isFailure(result)) createKey.current = undefined
      return result
    })
    if (!saved) return
    form.reset(valuesOf(saved))
    toast(release ? m['releases.form.saved']() : m['releases.form.created']())
    if (release) await router.invalidate()
    else await navigate({ to: '/dashboard/releases', ignoreBlocker: true })
  }
  const reload = async () => {
    form.reset()
    setConflict(false)
    await router.invalidate()
  }
  const problem = conflict ? (
    <>
      {m['releases.form.conflict']()}{' '}
      <Button size="sm" onClick={reload}>
        {m['releases.form.reload']()}
      </Button>
    </>
  ) : (
    form.problem
  )
  return (
    <FormPage
      formRef={form.ref}
      changes={form.changed.length}
      busy={form.busy}
      problem={problem}
      saveLabel={release ? m['releases.form.save']() : m['releases.form.saveNew']()}
      onSave={save}
      onDiscard={() => form.reset()}
      side={release ? <SignUpsSide release={release} /> : undefined}
    >
      <BilingualField
        label={m['releases.form.title']()}
        value={values.title}
        errors={{ es: errors['title.es'] ?? errors.title, en: errors['title.en'] }}
        maxLength={titleMaxLength}
        onChange={(title) => set('title', title)}
      />
      <PictureField
        portalId={portalId}
        label={m['releases.form.cover']()}
        use="cover"
        aspect={1}
        value={values.coverUrl}
        fallback={<Cover of={{ id: release?.id ?? 'new' }} size={56} />}
        error={errors.coverUrl}
        onChange={(url) => set('coverUrl', url)}
      />
      <FieldRow>
        <TextField
          label={m['releases.form.releaseAt']()}
          help={m['releases.form.releaseAtHelp']()}
          type="datetime-local"
          value={values.releaseAt}
          error={errors.releaseAt}
          onChange={(event) => set('releaseAt', event.currentTarget.value)}
        />
        <SelectField
          label={m['releases.form.duration']()}
          value={values.durationDays}
          options={releaseDurationsDays.map((days) => ({
            value: String(days),
            label: m['releases.form.days']({ days }),
          }))}
          error={errors.durationDays}
          onChange={(event) => set('durationDays', event.currentTarget.value)}
        />
      </FieldRow>
      <SelectField
        label={m['releases.form.status']()}
        value={values.status}
        options={[
          { value: 'draft', label: m['releases.form.draft']() },
          { value: 'published', label: m['releases.form.published']() },
        ]}
        error={errors.status}
        onChange={(event) => set('status', event.currentTarget.value as ReleaseValues['status'])}
      />
      <SwitchField
        label={m['releases.form.presave']()}
        help={m['releases.form.presaveHelp']()}
        checked={values.presave}
        onChange={(presave) => set('presave', presave)}
      />
      <FormSection title={m['releases.form.links']()}>
        <ReleaseLinks
          links={values.links}
          errors={errors}
          disabled={false}
          onChange={(links) => set('links', links)}
        />
      </FormSection>
    </FormPage>
  )
}
