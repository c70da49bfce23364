-- What a person does with `kbc lsp` in Neovim, by the editor's own commands.
-- Older ones than 0.8 have no vim.lsp.start; both have what it is made of.
local here = vim.fn.getcwd() .. '/'

local function say(...)
  local text = string.format(...)
  io.stdout:write((text:gsub(vim.pesc(here), '')), '\n')
end

local function quit(why)
  say('gave up: %s', why)
  vim.cmd('cquit!')
end

-- Waits until f() is true of what the editor has got.
local function wait(what, f)
  if not vim.wait(60000, f, 20) then
    quit(what)
  end
end

local function find(text, offset)
  vim.fn.cursor(1, 1)
  if vim.fn.search('\\V' .. text, 'cW') == 0 then
    quit('no ' .. text)
  end
  local at = vim.fn.getpos('.')
  vim.fn.cursor(at[2], at[3] + (offset or 0))
end

local function show_diagnostics()
  local all = vim.diagnostic.get(0)
  table.sort(all, function(a, b)
    return a.lnum < b.lnum or a.lnum == b.lnum and a.col < b.col
  end)
  for _, d in ipairs(all) do
    say('  %d:%d %s: %s', d.lnum + 1, d.col + 1,
      vim.diagnostic.severity[d.severity], d.message)
  end
  return #all
end

-- Waits until there are n diagnostics, and shows them.
local function diagnostics(n)
  wait(n .. ' diagnostics', function()
    return #vim.diagnostic.get(0) == n
  end)
  show_diagnostics()
end

local function float()
  for _, w in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(w).relative ~= '' then
      return w
    end
  end
end

local function hover(text)
  say('hover %s', text)
  find(text)
  vim.lsp.buf.hover()
  wait('a window', float)
  local lines = vim.api.nvim_buf_get_lines(
    vim.api.nvim_win_get_buf(float()), 0, -1, true)
  for _, line in ipairs(lines) do
    say('  | %s', line)
  end
  vim.api.nvim_win_close(float(), true)
end

-- Takes the action that starts so, and shows the line.
local function act(text, start)
  say('act on %s', text)
  find(text)
  local line, before = vim.fn.line('.'), vim.fn.getline('.')
  vim.ui.select = function(items, options, choose)
    for _, item in ipairs(items) do
      local title = options.format_item(item)
      say('  offered: %s', title)
    end
    for _, item in ipairs(items) do
      if vim.startswith(options.format_item(item), start) then
        return choose(item)
      end
    end
    quit('no action ' .. start)
  end
  vim.lsp.buf.code_action()
  wait('a change', function()
    return vim.fn.getline(line) ~= before
  end)
  say('  | %s', vim.fn.getline(line))
end

local function jump(text, offset)
  say('jump from %s', text)
  find(text, offset)
  local from = vim.fn.bufnr('%')
  local line = vim.fn.line('.')
  vim.lsp.buf.definition()
  wait('another place', function()
    return vim.fn.bufnr('%') ~= from or vim.fn.line('.') ~= line
  end)
  say('  %s:%d', vim.fn.expand('%:p'), vim.fn.line('.'))
  say('  | %s', vim.fn.getline('.'):sub(1, 40))
  vim.cmd('buffer! ' .. from)
end

local function main()
  vim.o.hidden = true
  vim.o.swapfile = false
  vim.cmd('edit page.md')
  local id = vim.lsp.start_client({
    name = 'kbc', cmd = { vim.env.KBC, 'lsp' }, root_dir = here,
  })
  vim.lsp.buf_attach_client(0, id)
  say('open')
  diagnostics(4)
  hover('4.0 cycles<')
  act('3.0 cycles<', 'Rewrite')
  diagnostics(3)
  act('1.99x again', 'Check')
  diagnostics(2)
  say('type')
  find('4 * warp', 8)
  vim.cmd('normal! is')
  diagnostics(3)
  find('4 * warps', 8)
  vim.cmd('normal! x')
  diagnostics(2)
  jump('lat -->')
  jump('lat / short', 4)
  vim.cmd('silent write')
  say('written')
  show_diagnostics()
  local client = vim.lsp.get_client_by_id(id)
  client.stop()
  wait('an end', function() return client.is_stopped() end)
  vim.cmd('qall!')
end

local good, why = pcall(main)
if not good then
  quit(why)
end
