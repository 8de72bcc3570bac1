import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { apiQuery } from '#web/api.ts'
import { tKind } from '#web/parts/benefits/messages.ts'
import { FileDrop } from '#web/parts/files/file-drop.tsx'
import { useMay } from '#web/shell/access/permission.ts'
import { useOrganization } from '#web/shell/organizations.ts'
import { Field } from '#web/ui/inputs/field.tsx'
import { OrderedList } from '#web/ui/inputs/ordered-list.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import type { BenefitKindForm, KindForm } from '../kind.ts'

/** A file of the benefit; its name is unknown until the files were read. */
interface FileRow {
  readonly id: string
  readonly name: string
}

interface DownloadsValues {
  readonly files: readonly FileRow[]
  readonly archived: Readonly<Record<string, boolean>>
}

const maxFiles = 50
const maxListed = 100

/** Files that customers download, in order. */
export const downloadables: BenefitKindForm<'downloadables', DownloadsValues> = {
  type: 'downloadables',
  valuesOf: (benefit) => ({
    files: benefit?.properties.files.map((id) => ({ id, name: '' })) ?? [],
    archived: benefit?.properties.archived ?? {},
  }),
  rules: { files: (files) => (files.length === 0 ? tKind('downloadables.form.missing') : undefined) },
  paths: { 'properties.files': 'files' },
  propertiesOf: ({ files, archived }) => {
    const ids = files.map(({ id }) => id)
    return { files: ids, archived: Object.fromEntries(Object.entries(archived).filter(([id]) => ids.includes(id))) }
  },
  Fields: DownloadFields,
}

function DownloadFields({ form }: { form: KindForm<DownloadsValues> }) {
  const { id: organizationId } = useOrganization()
  const may = useMay()
  const { files } = form.values
  // Uploads end later than the render in which they started.
  const latest = useRef(files)
  latest.current = files
  const query = { organizationId, service: 'downloadable', isUploaded: true, limit: maxListed } as const
  const found = useQuery({ ...apiQuery('files', 'list', query), enabled: may('files:read') })
  const names = new Map(found.data?.items.map(({ id, name }) => [id, name]))
  const named = files.map((file) => ({ ...file, name: file.name || (names.get(file.id) ?? file.id) }))
  const choices = found.data?.items.filter(({ id }) => !files.some((file) => file.id === id)) ?? []
  const add = (file: FileRow) => {
    latest.current = [...latest.current, { id: file.id, name: file.name }]
    form.set({ files: latest.current })
  }
  return (
    <>
      {files.length > 0 && (
        <OrderedList
          items={named}
          label={tKind('downloadables.form.chosen')}
          nameOf={({ name }) => name}
          onChange={(next) => form.set({ files: next })}
        >
          {({ name }) => <span className="block truncate text-label">{name}</span>}
        </OrderedList>
      )}
      <FileDrop max={maxFiles - files.length} onUploaded={add} organizationId={organizationId} service="downloadable" />
      <Field {...form.field('files')} label={tKind('downloadables.form.chooseLabel')}>
        <Select
          disabled={choices.length === 0 || files.length >= maxFiles}
          name="files"
          onChange={(event) => {
            const file = choices.find(({ id }) => id === event.target.value)
            if (file !== undefined) add(file)
          }}
          value=""
        >
          <option value="">{tKind('downloadables.form.choose')}</option>
          {choices.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
    </>
  )
}
