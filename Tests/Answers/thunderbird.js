// What Tests/Answers/thunderbird has Thunderbird do, in the program's own context.

const { MailServices } = ChromeUtils.importESModule("resource:///modules/MailServices.sys.mjs");
const { setTimeout } = ChromeUtils.importESModule("resource://gre/modules/Timer.sys.mjs");

/** What a function returns, once it is something; waited for half a minute. */
async function eventually(what, look) {
    for (let tries = 0; tries < 600; tries++) {
        const found = look();
        if (found) { return found; }
        await new Promise(resolve => setTimeout(resolve, 50));
    }
    throw new Error(`there is no ${what}`);
}

function window(type) { return Services.wm.getMostRecentWindow(type); }

/** Trusts an authority, and knows the password. */
async function signIn(certificate, user, password) {
    Cc["@mozilla.org/security/x509certdb;1"].getService(Ci.nsIX509CertDB)
        .addCertFromBase64(certificate, "CT,,");
    const login = Cc["@mozilla.org/login-manager/loginInfo;1"].createInstance(Ci.nsILoginInfo);
    login.init("imap://127.0.0.1", null, "imap://127.0.0.1", user, password, "", "");
    await Services.logins.addLoginAsync(login);
}

/** Gets the mail, and shows the inbox's first in the main window. */
async function showFirst() {
    const main = window("mail:3pane");
    const tabs = main.document.getElementById("tabmail");
    const pane = await eventually(
        "main window", () => tabs.currentAbout3Pane?.displayFolder && tabs.currentAbout3Pane);
    const server = MailServices.accounts.accounts[0].incomingServer;
    let tries = 0;
    const inbox = await eventually("mail", () => {
        // As Get Messages does it; what is pressed before the account is ready comes to nothing.
        if (tries++ % 60 == 0) { server.getNewMessages(server.rootFolder, main.msgWindow, null); }
        const folder = server.rootFolder.getFolderWithFlags(Ci.nsMsgFolderFlags.Inbox);
        return folder?.getTotalMessages(false) > 0 ? folder : null;
    });
    await eventually("mail that is shown", () => {
        // At the start another folder may be put in the inbox's place.
        if (pane.gFolder != inbox) { pane.displayFolder(inbox.URI); return false; }
        if (!(pane.gDBView?.rowCount > 0)) { return false; }
        if (pane.threadTree.selectedIndex != 0) { pane.threadTree.selectedIndex = 0; return false; }
        const shown = pane.messageBrowser.contentWindow;
        const button = shown?.document.getElementById("hdrReplyButton");
        return shown?.msgLoaded && button?.getBoundingClientRect().width > 0;
    });
}

/** Presses the Reply button of the mail that is shown; the answer is HTML or plain text. */
async function reply(isHTML) {
    Services.prefs.setBoolPref("mail.identity.id1.compose_html", isHTML);
    await showFirst();
    const pane = window("mail:3pane").document.getElementById("tabmail").currentAbout3Pane;
    pane.messageBrowser.contentDocument.getElementById("hdrReplyButton").click();
    const compose = await eventually("window for an answer", () => window("msgcompose"));
    await eventually("quoted mail in the answer", () =>
        compose.gMsgCompose?.editor?.document?.body?.textContent.includes("wrote:")
        && !compose.gWindowLocked);
    // The caret is put into the text last.
    await eventually(
        "caret", () => compose.document.activeElement == compose.GetCurrentEditorElement());
}

/** Puts the caret behind a line of the answer, as a click there does. */
async function goBehind(line) {
    const { editor } = window("msgcompose").gMsgCompose;
    const nodes = editor.document.createTreeWalker(editor.document.body, 5);
    while (nodes.nextNode()) {
        const node = nodes.currentNode;
        const isInner = node.firstElementChild?.textContent.trim() != line;
        if (node.textContent.trim() != line || !isInner) { continue; }
        if ((node.parentElement ?? node).closest("script, style, title")) { continue; }
        if (node.nodeType == 3) {
            editor.selection.collapse(node, node.data.trimEnd().length);
        } else {
            editor.selection.selectAllChildren(node);
            editor.selection.collapseToEnd();
        }
        return;
    }
    throw new Error(`no line says ${line}`);
}

/** Sends the answer, and waits until its window has gone. */
async function send() {
    const compose = window("msgcompose");
    compose.goDoCommand("cmd_sendNow");
    await eventually("end of sending", () => compose.closed);
}
