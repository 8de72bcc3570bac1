import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/api.ts'
import type { PropertiesOf } from '#web/parts/benefits/kinds.ts'
import { tKind } from '#web/parts/benefits/messages.ts'
import { t } from '#web/parts/linked-accounts/messages.ts'
import { useOrganization } from '#web/shell/organizations.ts'
import { Field } from '#web/ui/inputs/field.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { ConnectButton } from '../../../linked-accounts/connect-button.tsx'
import type { BenefitKindForm, KindForm } from '../kind.ts'

type Permission = PropertiesOf<'github_repository'>['permission']

interface RepositoryValues {
  readonly repositoryOwner: string
  readonly repositoryName: string
  readonly permission: Permission
}

const permissions: readonly Permission[] = ['pull', 'triage', 'push', 'maintain', 'admin']

/** Access to a repository on GitHub. */
export const githubRepository: BenefitKindForm<'github_repository', RepositoryValues> = {
  type: 'github_repository',
  valuesOf: (benefit) => ({
    repositoryOwner: benefit?.properties.repository_owner ?? '',
    repositoryName: benefit?.properties.repository_name ?? '',
    permission: benefit?.properties.permission ?? 'pull',
  }),
  rules: {
    repositoryOwner: (owner) => (/^[\w.-]{1,39}$/.test(owner.trim()) ? undefined : tKind('github_repository.form.ownerInvalid')),
    repositoryName: (name) => (/^[\w.-]{1,100}$/.test(name.trim()) ? undefined : tKind('github_repository.form.repositoryInvalid')),
  },
  paths: {
    'properties.repository_owner': 'repositoryOwner',
    'properties.repository_name': 'repositoryName',
    'properties.permission': 'permission',
  },
  texts: () => ({ repositoryName: { other: tKind('github_repository.form.repositoryRefused') } }),
  propertiesOf: ({ repositoryOwner, repositoryName, permission }) => ({
    repository_owner: repositoryOwner.trim(),
    repository_name: repositoryName.trim(),
    permission,
  }),
  Fields: RepositoryFields,
}

function RepositoryFields({ form }: { form: KindForm<RepositoryValues> }) {
  return (
    <>
      <Account values={form.values} />
      <div className="grid items-start gap-16 wide:grid-cols-2">
        <Field {...form.field('repositoryOwner')} label={tKind('github_repository.form.owner')} required>
          <TextInput {...form.text('repositoryOwner')} autoComplete="off" spellCheck={false} />
        </Field>
        <Field {...form.field('repositoryName')} label={tKind('github_repository.form.repository')} required>
          <TextInput {...form.text('repositoryName')} autoComplete="off" spellCheck={false} />
        </Field>
      </div>
      <Field
        {...form.field('permission')}
        hint={tKind('github_repository.form.permissionHint')}
        label={tKind('github_repository.form.permission')}
        required
      >
        <Select
          name="permission"
          onChange={(event) => form.set({ permission: event.target.value as Permission })}
          value={form.values.permission}
        >
          {permissions.map((permission) => (
            <option key={permission} value={permission}>
              {tKind(`github_repository.form.permissions.${permission}`)}
            </option>
          ))}
        </Select>
      </Field>
    </>
  )
}

/** The connected account, which the repositories of all benefits share. */
function Account({ values }: { values: RepositoryValues }) {
  const { id } = useOrganization()
  const account = useQuery(apiQuery('connections', 'list', { organizationId: id })).data?.items.find(
    ({ provider }) => provider === 'github',
  )
  return (
    <div className="grid gap-6">
      <span className="flex flex-wrap items-center gap-x-12 gap-y-2 text-label font-strong">
        {tKind('github_repository.form.account')}
        {account !== undefined && <span className="font-regular">{account.accountName}</span>}
      </span>
      <ConnectButton provider="github" values={values}>
        {t(account === undefined ? 'connect.github' : 'again.github')}
      </ConnectButton>
      <p className="text-caption text-muted">{tKind('github_repository.form.accountHint')}</p>
    </div>
  )
}
