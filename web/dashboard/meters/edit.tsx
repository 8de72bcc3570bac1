import { editPage } from '#web/shell/form/form-page.tsx'
import { meterPage } from './form.tsx'

/** Edits a meter. */
export default editPage(meterPage)
