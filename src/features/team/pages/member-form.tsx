import { mdiUndoVariant } from '@mdi/js'
import { useRouteContext } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { m } from '#paraglide/messages.js'
import {
  can,
  memberKeys,
  type PermissionKey,
  type PermissionMap,
  roleTemplates,
} from '#platform/permissions.ts'
import { Button } from '#ui/button.tsx'
import { useEntityForm } from '#ui/entity-form.tsx'
import { FormPage } from '#ui/form-page.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Member } from '../contract.ts'
import { EffectiveList } from './effective-list.tsx'
import classes from './member-form.module.css'
import { PermissionTable } from './permission-table.tsx'
import { RoleChoice } from './role-choice.tsx'
import { mayGiveRole } from './role-words.ts'
import { onlyArea, toggledKeys } from './toggled-keys.ts'
import type { SeenPortal } from './would-see.tsx'

/** The portal that a member is looked at in, and what the reader may do there. */
export interface MemberPortal extends SeenPortal {
  permissions: PermissionMap
}

/** Why the reader may not change this access: an owner reads of themselves what is true of themselves. */
const whyFixed = ({ inherited, role }: Member, self: boolean) => {
  if (inherited) return m['team.member.inheritedNote']
  if (role === 'Owner') return self ? m['team.member.ownerSelf'] : m['team.member.ownerOnly']
  return self ? m['team.member.self'] : m['team.member.fixed']
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
  const { api, session } = useRouteContext({ from: '__root__' })
  const { form, save, problem } = useEntityForm({
    entity: member,
    valuesOf: (of) => {
      const { role, grants, denies } = of ?? member
      return { role, grants, denies }
    },
    // Rights are given back through the same door: nobody takes back more than they may give.
    undo: 'again',
    write: (values, edit) =>
      api.team.updateMember({ portalId: portal.id, memberId: member.id, ...values }, edit),
    words: {
      failed: m['team.member.failed'],
      saved: m['team.member.saved'],
    },
  })
  const { values, set } = form
  const template = new Set<string>(roleTemplates[values.role])
  const effective = memberKeys(values.role, values.grants, values.denies)
  const mayGive = (key: PermissionKey) => can(portal.permissions, key)
  const changes = values.grants.length + values.denies.length
  // One permission is one change, given or taken, as the table counts them; a role is one more.
  const held = memberKeys(member.role, member.grants, member.denies)
  const unsaved =
    [...new Set([...held, ...effective])].filter((key) => held.has(key) !== effective.has(key)).length ||
    form.changed.length

  const choose = (role: Member['role']) => {
    set('role', role)
    set('grants', [])
    set('denies', [])
  }
  const give = ({ grants, denies }: Pick<Member, 'grants' | 'denies'>) => {
    set('grants', grants)
    set('denies', denies)
  }
  return (
    <FormPage
      formRef={form.ref}
      editable={member.may.edit}
      changes={form.changed.length > 0 ? unsaved : 0}
      busy={form.busy}
      problem={form.errors.role ?? problem}
      saveLabel={m['team.member.save']()}
      onSave={save}
      onDiscard={() => form.reset()}
      side={
        <>
          <EffectiveList name={member.name} portal={portal} keys={effective} editable={member.may.edit} />
          {children}
        </>
      }
    >
      {member.may.edit ? undefined : (
        <Notice kind="info">{whyFixed(member, member.id === session?.user.id)()}</Notice>
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
        onToggle={(key, on) => give(toggledKeys(values, key, on))}
        onOnly={(area) => give(onlyArea(values, area, mayGive))}
      />
    </FormPage>
  )
}
