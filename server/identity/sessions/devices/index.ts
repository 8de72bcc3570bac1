export { type DeviceDeps, type DeviceRecognition, deviceTokenOf, recognizeDevice } from './cookie.ts'
export { deleteDevicesOf, isDeviceOf, saveDevice } from './store.ts'
