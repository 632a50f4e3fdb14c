import { mdiDownload, mdiEraserVariant } from '@mdi/js'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { isFailure } from '#client.ts'
import type { Release } from '#features/releases/contract.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { downloadFrom } from '#ui/download.ts'
import { TextField } from '#ui/field.tsx'
import { here } from '#ui/formats.ts'
import { toast } from '#ui/toast.tsx'
import classes from './release-links.module.css'

/** Fans who signed up: how many, the list as a file, and the way out for who asks for it. */
export function SignUpsSide({ release }: { release: Release }) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const [email, setEmail] = useState('')
  const [wrong, setWrong] = useState<string>()
  const { portalId, id: releaseId } = release

  const save = async () => {
    const fault = await downloadFrom(`/api/portal/${portalId}/release/${releaseId}/presaves/file`, {})
    if (fault) toast(fault === true ? m['releases.signUps.exportFailed']() : fault, { kind: 'error' })
  }
  const erase = async () => {
    const result = await api.releases.eraseSignUps({ portalId, email })
    if (isFailure(result)) {
      const said = typeof result?.error === 'object' ? result.error : undefined
      return setWrong(said?.fields?.email ?? said?.message ?? m['releases.signUps.eraseFailed']())
    }
    setWrong(undefined)
    setEmail('')
    toast(m['releases.signUps.erased']({ count: result.erased }))
    await router.invalidate()
  }
  return (
    <section className={classes.side}>
      <h2>{m['releases.signUps.title']()}</h2>
      <p>{m['releases.signUps.count']({ count: here().number(release.signUps) })}</p>
      {release.signUps > 0 ? (
        <Button size="sm" icon={mdiDownload} onClick={save}>
          {m['releases.signUps.export']()}
        </Button>
      ) : undefined}
      <TextField
        label={m['releases.signUps.email']()}
        help={m['releases.signUps.eraseHelp']()}
        type="email"
        value={email}
        error={wrong}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Button size="sm" icon={mdiEraserVariant} onClick={erase}>
        {m['releases.signUps.erase']()}
      </Button>
    </section>
  )
}
