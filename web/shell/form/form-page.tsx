import { useQuery } from '@tanstack/react-query'
import { useParams, useRouter } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useRef } from 'react'
import type { Billing, Result } from '#client/index.ts'
import { type ApiQuery, apiQuery, client, useAction } from '#web/api.ts'
import { FormFailure } from '#web/parts/form-failure.tsx'
import { isId } from '#web/parts/single-resource.tsx'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { ShortcutButton } from '#web/ui/actions/shortcut-button.tsx'
import { ActionBar } from '#web/ui/inputs/action-bar.tsx'
import { AppForm } from '#web/ui/inputs/app-form.tsx'
import { KeyValueEditor, type Pair } from '#web/ui/inputs/key-value-editor.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { SingleResource, useTitle } from '../detail/single-resource.tsx'
import { SettingsFrame } from '../layouts.tsx'
import { LeaveGuard } from '../leave-guard.tsx'
import { useOrganization } from '../organizations.ts'
import { PageHeader } from '../page-header.tsx'
import type { Name } from './field.ts'
import { FormGroup, type FormState } from './form-field.tsx'
import type { ResourceForm } from './resource-form.ts'
import { useEditForm, useResourceForm } from './use-resource-form.ts'

/** The fields that a resource of a form has in any case. */
interface Fields {
  readonly id: string
  readonly organizationId: string
}

/** The values of a form on a page, which ends with the metadata. */
interface Values {
  readonly metadata: readonly Pair[]
}

/** The messages of a form. */
type FormWords = (key: 'form.newTitle' | 'form.create' | 'form.cancel' | 'form.metadata' | 'form.metadataText') => string

/** The properties of the fields of a form: `resource` is null for a new one. */
export interface FieldsProps<R, V extends object> {
  readonly form: FormState<V>
  readonly resource: R | null
}

/** The pages that create and edit a resource, declared once. */
export interface FormPage<R extends Fields, V extends Values> {
  readonly form: ResourceForm<R, V>
  /** The module of the client. */
  readonly call: keyof Billing
  /** Whose further queries an update makes stale. */
  readonly refreshes?: readonly (keyof Billing)[]
  /** The path of its list below the organization: `/discounts`. */
  readonly list: `/${string}`
  /** Whether there is no page of one resource but this form: the form then leads to the list. */
  readonly isListed?: true
  /** The title of its list. */
  readonly title: string
  readonly t: FormWords
  readonly nameOf: (resource: R) => string
  readonly status?: (resource: R) => ReactNode
  /** The message after it was created (`isNew`) or saved. */
  readonly done: (resource: R, isNew: boolean) => string
  /** The field that is filled in first: a new form is left without a question while it is empty. */
  readonly first: Name<V>
  /** Changes the values with which the form begins. */
  readonly start?: (values: V) => V
  /** The groups of fields above the metadata. */
  readonly Fields: ComponentType<FieldsProps<R, V>>
}

interface Writes<R> {
  readonly create: (body: object) => Promise<Result<R>>
  readonly update: (id: string, body: object) => Promise<Result<R>>
}
const writesOf = <R,>(module: keyof Billing) => client[module] as unknown as Writes<R>

/** The component of the page that creates a resource. */
export const newPage =
  <R extends Fields, V extends Values>(page: FormPage<R, V>) =>
  () => <NewForm page={page} />

/** Creates a resource. Its form begins with `values` beside those of a new one. */
export function NewForm<R extends Fields, V extends Values>({ page, values = {} }: { page: FormPage<R, V>; values?: Partial<V> }) {
  const { form: declared, t, first, start = (own) => own } = page
  const { id, slug } = useOrganization()
  const router = useRouter()
  const list = `/dashboard/${slug}${page.list}`
  const create = useAction(writesOf<R>(page.call).create, [page.call])
  const isDone = useRef(false)
  const form = useResourceForm<R, V, R>(declared, {
    initial: () => start({ ...declared.valuesOf(null), ...values }),
    send: (now) => create.run(declared.creation(now, { organizationId: id })),
    onDone: (resource) => {
      isDone.current = true
      toast(page.done(resource, true))
      router.history.push(page.isListed ? list : `${list}/${resource.id}`)
    },
  })
  const isEmpty = (form.values[first] as string | readonly unknown[]).length === 0
  return (
    <SettingsFrame head={<PageHeader crumb={{ label: page.title, href: list }} title={t('form.newTitle')} />}>
      <PageForm form={form} page={page} resource={null}>
        <div className="flex justify-end gap-8">
          <a className={buttonClass()} href={list}>
            {t('form.cancel')}
          </a>
          <ShortcutButton busy={form.busy} shortcut="mod+s" type="submit" variant="primary">
            {t('form.create')}
          </ShortcutButton>
        </div>
      </PageForm>
      <LeaveGuard changes={() => (isDone.current || isEmpty ? [] : [declared.looks[first].label ?? ''])} />
    </SettingsFrame>
  )
}

/** The component of the page that edits a resource. */
export const editPage =
  <R extends Fields, V extends Values>(page: FormPage<R, V>) =>
  () => <EditPage page={page} />

function EditPage<R extends Fields, V extends Values>({ page }: { page: FormPage<R, V> }) {
  const { id = '' } = useParams({ strict: false })
  const query = useQuery<R>({ ...(apiQuery as ResourceQuery)(page.call, 'get', id), enabled: isId(id) })
  return (
    <SingleResource
      head={page.title}
      id={id}
      organizationOf={({ organizationId }) => organizationId}
      path={`${page.list}/${id}${page.isListed ? '' : '/edit'}`}
      query={query}
    >
      {(resource) => <EditForm key={resource.id} page={page} resource={resource} />}
    </SingleResource>
  )
}

type ResourceQuery = <R>(module: string, call: 'get', id: string) => ApiQuery<R>

function EditForm<R extends Fields, V extends Values>({ page, resource }: { page: FormPage<R, V>; resource: R }) {
  const declared = page.form
  const { slug } = useOrganization()
  const router = useRouter()
  const list = `/dashboard/${slug}${page.list}`
  const save = useAction(writesOf<R>(page.call).update, [page.call, ...(page.refreshes ?? [])])
  const isDone = useRef(false)
  const name = page.nameOf(resource)
  useTitle(name)
  const leave = () => {
    isDone.current = true
    router.history.push(page.isListed ? list : `${list}/${resource.id}`)
  }
  const form = useEditForm<R, V, R>(declared, {
    resource,
    start: page.start,
    send: (body) => save.run(resource.id, body),
    onSame: leave,
    onDone: (saved) => {
      toast(page.done(saved, false))
      leave()
    },
  })
  const changes = declared.changes(form.values, resource)
  const changed = declared.labelsOf(changes)
  return (
    <SettingsFrame head={<PageHeader crumb={{ label: page.title, href: list }} status={page.status?.(resource)} title={name} />}>
      <PageForm form={form} page={page} resource={resource}>
        <ActionBar
          busy={form.busy}
          changes={changed}
          note={declared.noteOf(changes)}
          onDiscard={() => form.reset(declared.valuesOf(resource))}
        />
      </PageForm>
      <LeaveGuard changes={() => (isDone.current ? [] : changed)} />
    </SettingsFrame>
  )
}

interface PageFormProps<R extends Fields, V extends Values> extends FieldsProps<R, V> {
  readonly page: FormPage<R, V>
  /** The buttons. */
  readonly children: ReactNode
}

function PageForm<R extends Fields, V extends Values>({ form, page: { Fields, t }, resource, children }: PageFormProps<R, V>) {
  return (
    <AppForm {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-48 max-wide:gap-32" focusFirst={resource === null} saveKey>
      <Fields form={form} resource={resource} />
      <FormGroup text={t('form.metadataText')} title={t('form.metadata')}>
        <KeyValueEditor
          errors={form.rows('metadata')}
          name="metadata"
          onChange={(metadata) => form.set({ metadata } as Partial<V>)}
          pairs={form.values.metadata}
        />
      </FormGroup>
      <div className="grid gap-16">
        <FormFailure text={form.failure} />
        {children}
      </div>
    </AppForm>
  )
}
