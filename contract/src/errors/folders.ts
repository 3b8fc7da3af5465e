import { type ErrorRows, row } from './error-row.ts'

/** Folders, their passwords, and emptying. */
export const foldersErrors = {
  'folder.not-found': row(404, 404002, ['文件夹不存在', 'The folder does not exist']),
  'folder.name-empty': row(400, 400501, ['文件夹名称不能为空', 'Folder name cannot be empty']),
  'folder.name-long': row(400, 400502, [
    '文件夹名称不能超过10个字符',
    'Folder name cannot exceed 10 characters',
  ]),
  'folder.name-system': row(400, 400503, [
    '不能使用系统文件夹的名称',
    'This name belongs to a system folder',
  ]),
  'folder.name-taken': row(400, 400504, [
    '已有同名文件夹',
    'There is already a folder with this name here',
  ]),
  'folder.system': row(400, 400505, [
    '系统文件夹不支持此操作',
    'This cannot be done with a system folder',
  ]),
  'folder.bad-parent': row(400, 400506, [
    '不能移动到该文件夹下',
    'The folder cannot be moved there',
  ]),
  'folder.too-many': row(400, 400507, [
    '文件夹数量已达上限',
    'The maximum number of folders has been reached',
  ]),
  'folder.has-children': row(400, 400508, [
    '请先删除或移出其中的子文件夹',
    'Please delete or move the folders inside it first',
  ]),
  'folder.password-exists': row(400, 400509, [
    '该文件夹已设置密码',
    'This folder already has a password',
  ]),
  'folder.no-password': row(400, 400510, ['该文件夹没有密码', 'This folder has no password']),
  'folder.password-length': row(400, 400511, [
    '文件夹密码须为6到20位',
    'Folder password must be 6 to 20 characters long',
  ]),
  'folder.locked': row(403, 403501, [
    '请先输入文件夹密码',
    'Please enter the password of the folder first',
  ]),
  'folder.password-wrong': row(403, 403502, ['文件夹密码不正确', 'Incorrect folder password']),
  'folder.password-many': row(429, 429501, [
    '密码错误次数过多，请 15 分钟后再试',
    'Too many wrong passwords, please try again in 15 minutes',
  ]),
  'trash.emptying': row(409, 409501, [
    '邮件正在清空，请清空完成后再进行删除',
    'Mail is being emptied. Please delete after it has finished',
  ]),
} as const satisfies ErrorRows
