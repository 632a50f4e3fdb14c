import { useRouteContext } from '@tanstack/react-router'
import { PictureField } from '#features/files/pages/picture-field.tsx'
import { m } from '#paraglide/messages.js'
import { useEntityForm } from '#ui/entity-form.tsx'
import { SelectField, SwitchField } from '#ui/field.tsx'
import type { Form } from '#ui/form.ts'
import { FormPage, FormSection } from '#ui/form-page.tsx'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
import { type Channel, channels, type PostKind, postKinds, restorableDays } from '../choices.ts'
import type { Post } from '../contract.ts'
import { AudienceFields } from './audience-fields.tsx'
import classes from './communications.module.css'
import { PostLanguage } from './post-language.tsx'
import { PostPreview } from './post-preview.tsx'
import { PostPublish } from './post-publish.tsx'
import { draftOf, type PostValues, valuesOf } from './post-values.ts'
import { kindWord } from './post-words.ts'

interface PostFormProps {
  post: Post | null
  portals: readonly { value: string; label: string }[]
  editable: boolean
}

const dayMs = 86_400_000

const names = {
  title: m['communications.form.title'],
  description: m['communications.form.description'],
  body: m['communications.form.body'],
  pictureUrl: m['communications.form.picture'],
  kind: m['communications.form.kind'],
  audience: m['communications.form.audience'],
  channels: m['communications.form.channels'],
  mustAcknowledge: m['communications.form.mustAcknowledge'],
}

/** What is said, to whom and how; beside it what they will see, and the way out to them. */
export function PostForm({ post, portals, editable }: PostFormProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const { form, save, problem } = useEntityForm({
    entity: post,
    valuesOf,
    write: (values, edit) =>
      post
        ? api.communications.updatePost({ postId: post.id, ...draftOf(values) }, edit)
        : api.communications.createPost(draftOf(values)),
    words: {
      failed: m['communications.form.failed'],
      saved: m['communications.form.saved'],
      created: m['communications.form.created'],
    },
    names,
    list: '/communications',
    // A draft is there to be published, which is done on its page.
    pageOf: ({ id }) => `/communications/${id}`,
  })
  const { values, set, errors } = form
  const deleted = post?.status === 'deleted'
  const writable = editable && !deleted
  const open = writable && post?.status !== 'published'
  return (
    <FormPage
      formRef={form.ref}
      editable={writable}
      isNew={post === null}
      changes={form.changed.length}
      busy={form.busy}
      problem={problem}
      saveLabel={post ? m['communications.form.save']() : m['communications.form.saveNew']()}
      onSave={save}
      onDiscard={() => form.reset()}
      side={
        <div className={classes.side}>
          {post ? (
            <PostPublish post={post} changed={form.changed.length > 0} editable={editable} />
          ) : undefined}
          <PostPreview values={values} />
        </div>
      }
    >
      <Notes post={post} editable={editable} />
      <div className={classes.languages}>
        {(['es', 'en'] as const).map((language) => (
          <PostLanguage
            key={language}
            language={language}
            values={values}
            errors={errors}
            disabled={!writable}
            set={set}
          />
        ))}
      </div>
      <PictureField
        label={m['communications.form.picture']()}
        use="wide"
        store={(file) => api.communications.uploadPostPicture({ file })}
        value={values.pictureUrl}
        fallback={undefined}
        error={errors.pictureUrl}
        disabled={!writable}
        onChange={(url) => set('pictureUrl', url)}
      />
      <SelectField
        label={m['communications.form.kind']()}
        value={values.kind}
        options={postKinds.map((value) => ({ value, label: kindWord(value) }))}
        error={errors.kind}
        disabled={!open}
        onChange={(event) => set('kind', event.currentTarget.value as PostKind)}
      />
      <FormSection title={m['communications.form.audience']()}>
        <AudienceFields
          value={values.audience}
          portals={portals}
          disabled={!open}
          error={errors.audience}
          onChange={(audience) => set('audience', audience)}
        />
      </FormSection>
      <ChannelFields form={form} disabled={!open} />
    </FormPage>
  )
}

/** Why not all of it can be changed. */
const Notes = ({ post, editable }: Pick<PostFormProps, 'post' | 'editable'>) => (
  <>
    {editable ? undefined : <Notice kind="info">{m['communications.form.readOnly']()}</Notice>}
    {post?.deletedAt ? (
      <Notice kind="warning">
        {m['communications.form.deletedNote']({
          date: here().date(new Date(Date.parse(post.deletedAt) + restorableDays * dayMs)),
        })}
      </Notice>
    ) : undefined}
    {post?.status === 'published' && editable ? (
      <Notice kind="info">{m['communications.form.publishedNote']()}</Notice>
    ) : undefined}
  </>
)

interface ChannelProps {
  form: Pick<Form<PostValues>, 'values' | 'set' | 'errors'>
  disabled: boolean
}

/** How it reaches them, and whether they have to say that they have read it. */
function ChannelFields({ form: { values, set, errors }, disabled }: ChannelProps) {
  const toggle = (channel: Channel, on: boolean) =>
    set(
      'channels',
      channels.filter((one) => (one === channel ? on : values.channels.includes(one))),
    )
  return (
    <FormSection title={m['communications.form.channels']()}>
      <SwitchField
        label={m['communications.form.inApp']()}
        checked={values.channels.includes('inApp')}
        disabled={disabled}
        onChange={(on) => toggle('inApp', on)}
      />
      <SwitchField
        label={m['communications.form.email']()}
        help={m['communications.form.emailHelp']()}
        checked={values.channels.includes('email')}
        disabled={disabled}
        onChange={(on) => toggle('email', on)}
      />
      {errors.channels ? <p className={classes.problem}>{errors.channels}</p> : undefined}
      <SwitchField
        label={m['communications.form.mustAcknowledge']()}
        help={m['communications.form.mustAcknowledgeHelp']()}
        checked={values.mustAcknowledge}
        disabled={disabled}
        onChange={(on) => set('mustAcknowledge', on)}
      />
      {errors.mustAcknowledge ? <p className={classes.problem}>{errors.mustAcknowledge}</p> : undefined}
    </FormSection>
  )
}
