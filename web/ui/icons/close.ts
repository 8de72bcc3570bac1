import { drawn } from './drawn.tsx'

export const CloseIcon = /* @__PURE__ */ drawn('M4 4l8 8M12 4l-8 8')
