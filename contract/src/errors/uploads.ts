import { type ErrorRows, row } from './error-row.ts'

/** Files that are uploaded. */
export const uploadsErrors = {
  'upload.too-big': row(413, 413401, [
    '请上传小于50M的文件',
    'Please upload a file smaller than 50M',
  ]),
  'upload.picture-too-big': row(413, 413402, [
    '请上传小于2M的文件',
    'Please upload a file smaller than 2M',
  ]),
  'upload.empty': row(400, 400409, ['不能上传0kB的文件', 'Files of 0 kB cannot be uploaded']),
  'upload.suffix': row(400, 400410, [
    '不支持上传该类型的文件',
    'Files of this type are not allowed',
  ]),
  'upload.not-picture': row(400, 400411, ['请上传图片文件', 'Please upload a picture']),
  'upload.integrity': row(400, 400412, [
    '完整性校验出错，建议您删除文件后重新上传！',
    'Integrity check failed. Please delete the file and upload it again!',
  ]),
  'upload.offset': row(409, 409441, [
    '上传位置与服务器不一致，请从已接收的位置继续',
    'The upload position does not match the server; please continue from what it has received',
  ]),
  'upload.unfinished': row(409, 409442, [
    '文件尚未上传完毕',
    'The file has not been uploaded completely',
  ]),
  'upload.full': row(507, 507003, [
    '您的文件中心容量不足，导致附件上传失败，请联系管理员扩容或自行释放文件中心容量！',
    'Your file centre is full, so the attachment could not be uploaded. Please ask the administrator for more space or free some yourself!',
  ]),
  'upload.ending': row(400, 400445, ['不能修改文件扩展名', 'The file extension cannot be changed']),
  'upload.no-name': row(400, 400446, ['请输入文件名', 'Please enter a file name']),
} as const satisfies ErrorRows
