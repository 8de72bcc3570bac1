import { Skeleton, Skeletons } from '#web/ui/display/skeleton.tsx'
import { useLanguage } from '#web/ui/language.tsx'

/** A skeleton of a card with rows, with a header if `headed`. `rows` is the usual number of rows. */
export function RowsSkeleton({ rows, headed = false }: { rows: number; headed?: boolean }) {
  const { translate } = useLanguage()
  return (
    <Skeletons label={translate('loading')}>
      <div className="divide-y divide-line rounded-card border border-line bg-surface">
        {headed && (
          <div className="flex h-48 items-center px-16">
            <Skeleton className="w-96" />
          </div>
        )}
        {Array.from({ length: rows }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows have no identity but their index.
          <div className="flex h-66 items-center gap-12 px-16" key={index}>
            <span className="size-32 flex-none rounded-control bg-hover" />
            <div className="grid min-w-0 flex-1 gap-10">
              <Skeleton className={index % 2 === 0 ? 'w-120' : 'w-96'} />
              <Skeleton className="w-160" />
            </div>
          </div>
        ))}
      </div>
    </Skeletons>
  )
}
