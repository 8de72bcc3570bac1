import { added } from '#platform/http/wire-parts.ts'
import { among, createdBetween, ids, isTrue, search } from '#platform/resource/filters.ts'
import { list } from '#platform/resource/list.ts'
import { fileServiceType } from './model.ts'
import { files } from './store.ts'

/** The list of files, newest first. */
export const fileList = list(files, {
  filters: {
    ids: ids('files.id'),
    service: among('files.service', fileServiceType).meta(added('Only files for this.')),
    is_uploaded: isTrue('files.is_uploaded').meta(added('Only those whose upload is completed, or only those whose upload is not.')),
    query: search('files.name').meta(added('Only files whose name contains this text.')),
    ...createdBetween('files.created_at'),
  },
  newestFirst: 'files.created_at',
})
