import { mdiUndoVariant } from '@mdi/js'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { failureCode } from '#client.ts'
import { m } from '#paraglide/messages.js'
import type { PermissionMap } from '#platform/permissions.ts'
import { can, memberKeys, type PermissionKey, roleTemplates } from '#platform/permissions.ts'
import { Button } from '#ui/button.tsx'
import { useForm } from '#ui/form.ts'
import { FormPage } from '#ui/form-page.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.tsx'
import type { Member } from '../contract.ts'
import { EffectiveList } from './effective-list.tsx'
import classes from './member-form.module.css'
import { PermissionTable } from './permission-table.tsx'
import { RoleChoice } from './role-choice.tsx'
import { mayGiveRole } from './role-words.ts'

/** The portal that a member is looked at in, and what the reader may do there. */
export interface MemberPortal {
  id: string
  name: string
  permissions: PermissionMap
}

/** Role, what is added to it and taken from it, with the effect beside it as one goes. */
export function MemberForm({
  portal,
  member,
  children,
}: {
  portal: MemberPortal
  member: Member
  /** On the side, below what the permissions come to. */
  children?: ReactNode
}) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const form = useForm(
    { role: member.role, grants: member.grants, denies: member.denies },
    m['team.member.failed'](),
  )
  const { values, set } = form
  const [conflict, setConflict] = useState(false)
  const template = new Set<string>(roleTemplates[values.role])
  const effective = memberKeys(values.role, values.grants, values.denies)
  const mayGive = (key: PermissionKey) => can(portal.permissions, key)
  const changes = values.grants.length + values.denies.length

  const choose = (role: Member['role']) => {
    set('role', role)
    set('grants', [])
    set('denies', [])
  }
  /** What the role already says needs no entry of its own. */
  const toggle = (key: PermissionKey, on: boolean) => {
    set(
      'grants',
      on && !template.has(key) ? [...values.grants, key] : values.grants.filter((one) => one !== key),
    )
    set(
      'denies',
      !on && template.has(key) ? [...values.denies, key] : values.denies.filter((one) => one !== key),
    )
  }
  const save = async () => {
    const saved = await form.send(async () => {
      const result = await api.team.updateMember(
        { portalId: portal.id, memberId: member.id, ...values },
        { version: member.version },
      )
      setConflict(failureCode(result) === 'stale')
      return result
    })
    if (!saved) return
    form.reset({ role: saved.role, grants: saved.grants, denies: saved.denies })
    toast(m['team.member.saved']())
    await router.invalidate()
  }
  const problem = conflict ? (
    <>
      {m['team.member.conflict']()}{' '}
      <Button size="sm" onClick={() => router.invalidate()}>
        {m['team.member.reload']()}
      </Button>
    </>
  ) : (
    (form.errors.role ?? form.problem)
  )
  return (
    <FormPage
      formRef={form.ref}
      changes={form.changed.length}
      busy={form.busy}
      problem={problem}
      saveLabel={m['team.member.save']()}
      onSave={save}
      onDiscard={() => form.reset()}
      side={
        <>
          <EffectiveList name={member.name} portal={portal.name} keys={effective} />
          {children}
        </>
      }
    >
      {member.may.edit ? undefined : (
        <Notice kind="info">
          {member.inherited
            ? m['team.member.inheritedNote']()
            : member.role === 'Owner'
              ? m['team.member.ownerOnly']()
              : m['team.member.fixed']()}
        </Notice>
      )}
      <RoleChoice
        value={values.role}
        disabled={!member.may.edit}
        mayGive={(role) => mayGiveRole(role, [portal.permissions])}
        onChange={choose}
      />
      <div className={classes.head}>
        <h2>{m['team.member.permissions']()}</h2>
        {changes > 0 ? (
          <>
            <span>
              {changes === 1 ? m['team.member.change']() : m['team.member.changes']({ count: changes })}
            </span>
            {member.may.edit ? (
              <Button size="sm" icon={mdiUndoVariant} onClick={() => choose(values.role)}>
                {m['team.member.reset']()}
              </Button>
            ) : undefined}
          </>
        ) : undefined}
      </div>
      <PermissionTable
        template={template}
        effective={effective}
        disabled={!member.may.edit}
        mayGive={mayGive}
        onToggle={toggle}
      />
    </FormPage>
  )
}
