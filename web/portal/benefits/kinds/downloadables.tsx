import { buttonClass } from '#web/ui/actions/button.tsx'
import { CopyButton } from '#web/ui/actions/copy-button.tsx'
import { DownloadIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { bytesText } from '#web/ui/text/bytes.ts'
import { Loaded, useRead } from '../../read.tsx'
import { usePortal } from '../../state.tsx'
import { tKind } from '../messages.ts'
import type { GrantContentProps } from './kind.ts'

const MEGABYTE = 1_000_000

/** Small files in kilobytes, the others as everywhere. */
const sizeText = (bytes: number, locale: string) =>
  bytes < MEGABYTE
    ? new Intl.NumberFormat(locale, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 }).format(Math.max(1, bytes / 1000))
    : bytesText(bytes, locale)

/** The files of a benefit. A link to a file ends after some minutes: the page asks for new ones when it is shown. */
export function Downloads({ grant: { benefitId } }: GrantContentProps<'downloadables'>) {
  const { locale } = useLanguage()
  const { api } = usePortal()
  const read = useRead(`downloads:${benefitId}`, () => api.downloads({ benefitId, limit: 100 }))
  return (
    <Loaded read={read} rows={1}>
      {({ items }) =>
        items.length === 0 ? (
          <p className="text-label text-muted">{tKind('downloadables.none')}</p>
        ) : (
          <ul className="-mx-16 -mb-16 divide-y divide-line border-t border-line text-label">
            {items.map(({ id, file }) => (
              <li className="flex flex-wrap items-center gap-x-16 gap-y-8 px-16 py-12" key={id}>
                <div className="grid min-w-0 flex-1 basis-200 gap-2">
                  <span className="font-strong break-words">
                    {file.name}
                    {file.version !== null && <span className="font-regular text-muted"> · {file.version}</span>}
                  </span>
                  <span className="text-caption text-muted tabular-nums">{sizeText(file.size, locale)}</span>
                  {file.checksumSha256Hex !== null && (
                    <span className="flex min-w-0 items-center gap-4 text-caption text-muted">
                      SHA-256
                      <code className="min-w-0 truncate font-mono">{file.checksumSha256Hex}</code>
                      <CopyButton name={tKind('downloadables.checksum', { file: file.name })} small value={file.checksumSha256Hex} />
                    </span>
                  )}
                </div>
                <a
                  aria-label={tKind('downloadables.downloadFile', { file: file.name })}
                  className={`${buttonClass()} max-wide:w-full`}
                  download
                  href={file.download.url}
                >
                  <DownloadIcon className="-ml-2 opacity-85" />
                  {tKind('downloadables.download')}
                </a>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}
