import { newPage } from '#web/shell/form/form-page.tsx'
import { meterPage } from './form.tsx'

/** Creates a meter. */
export default newPage(meterPage)
