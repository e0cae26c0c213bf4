#!/usr/bin/env python3
"""A mail server that does what a script says: smtp.py FOLDER CERTIFICATES < script.json

Prints its port, then takes connections on 127.0.0.1 until stdin closes. Every mail that it takes
lies in FOLDER as N.eml and N.json (sender, recipients, login, tls); every line that it hears
stands in FOLDER/heard. Its certificate lies in CERTIFICATES, where the first server that needs one
of its kind makes it for all. The script's members, all optional:

  tls       "starttls" (default), "implicit" or "none"
  cert      "good" (default), "expired", "other-host"
  auth      {"anna": "secret"}: who may log in; then nobody else may send
  login     what AUTH is answered with, instead of looking; {echo} is what was given with the
          password, {raw} without, {halves} in two
  methods   "PLAIN LOGIN"; "" offers no AUTH
  size      the limit that EHLO names
  late      whether SIZE and SMTPUTF8 are named only after the login
  utf8      whether it offers SMTPUTF8; otherwise addresses beyond ASCII are refused
  replies   {"RCPT": "451 4.7.1 …"}: GREETING, EHLO, MAIL, RCPT, DATA, DOT, or "RCPT:address"
  times     how many times the replies are given, before all is well (default: for ever)
  cut       where the connection is cut: GREETING, RCPT, MIDDLE (of the mail), DOT (without an
            answer), ANSWER (half of the answer)
  cutTimes  how often (default: for ever)
  stall     where it falls silent for a minute, or until FOLDER/go is there: GREETING, RCPT, DOT
  flood     where it goes on answering for ever, line by line: GREETING, EHLO, STARTTLS, AUTH, MAIL,
            RCPT, DATA, DOT
  pour      the same without a line break, 100 MB of it
  words     what EHLO names besides, a list; each before STARTTLS and the methods
  plain     whether methods are offered without TLS, too
  inject    what stands behind the answer to STARTTLS, in the clear and in the same packet
  perConnection  mails that it takes before it says 421
"""
import base64, fcntl, json, os, socket, ssl, subprocess, sys, threading, time

folder = sys.argv[1]
script = json.loads(sys.stdin.readline())
lock = threading.Lock()
left = {"replies": script.get("times", 1 << 30), "cut": script.get("cutTimes", 1 << 30)}
count = 0


def certificate():
    kind = script.get("cert", "good")
    home = os.path.join(sys.argv[2], kind)
    with open(home + ".lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not os.path.exists(os.path.join(home, "cert.pem")):
            make_certificate(kind, home)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(os.path.join(home, "cert.pem"), os.path.join(home, "key.pem"))
    return context


def make_certificate(kind, home):
    os.makedirs(home, exist_ok=True)
    name = "smtp.example.org" if kind == "other-host" else "localhost"
    run = lambda *words: subprocess.run(
        ["openssl", *words], check=True, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    path = lambda file: os.path.join(home, file)
    run("req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-keyout", path("key.pem"), "-out", path("request.pem"), "-subj", "/CN=" + name)
    names = "DNS:" + name + ("" if kind == "other-host" else ",IP:127.0.0.1")
    # `openssl ca` alone lets both ends of the validity be said.
    with open(path("ca.cnf"), "w") as file:
        file.write(
            f"[ca]\ndefault_ca=d\n[d]\nnew_certs_dir={home}\ndatabase={path('index')}\n"
            f"serial={path('serial')}\ndefault_md=sha256\npolicy=p\nx509_extensions=e\n"
            f"[p]\ncommonName=supplied\n[e]\nsubjectAltName={names}\n")
    open(path("index"), "w").close()
    with open(path("serial"), "w") as file:
        file.write("01\n")
    end = "20200101000000Z" if kind == "expired" else "20991231000000Z"
    run("ca", "-batch", "-selfsign", "-config", path("ca.cnf"), "-in", path("request.pem"),
        "-keyfile", path("key.pem"), "-startdate", "20190101000000Z", "-enddate", end, "-notext",
        "-out", path("made.pem"))
    os.rename(path("made.pem"), path("cert.pem"))


class Gone(Exception):
    pass


class Session:
    def __init__(self, connection):
        self.connection = connection
        self.file = connection.makefile("rb")
        self.tls = script.get("tls") == "implicit"
        self.login = None
        self.taken = 0
        self.reset()

    def reset(self):
        self.sender, self.recipients = None, []

    def say(self, text):
        self.connection.sendall(text.encode() + b"\r\n")

    def hear(self):
        line = self.file.readline(100000)
        if not line:
            raise Gone
        with lock, open(os.path.join(folder, "heard"), "ab") as heard:
            heard.write(line)
        return line.decode("utf-8", "replace").rstrip("\r\n")

    def cut(self, place, half=b""):
        with lock:
            if script.get("cut") != place or left["cut"] <= 0:
                return
            left["cut"] -= 1
        self.connection.sendall(half)
        raise Gone

    def trouble(self, place, address=""):
        """Says what the script says for a place; whether it did."""
        if script.get("stall") == place:
            for _ in range(1200):
                if os.path.exists(os.path.join(folder, "go")):
                    break
                time.sleep(0.05)
        code = {"GREETING": "220", "STARTTLS": "220", "AUTH": "235", "DATA": "354"}.get(place, "250")
        if script.get("flood") == place:
            line = (code + "-" + "x" * 70 + "\r\n").encode() * 100
            while True:
                self.connection.sendall(line)
        if script.get("pour") == place:
            self.connection.sendall((code + " ").encode())
            for _ in range(1_600):
                self.connection.sendall(b"x" * 65_536)
            raise Gone
        with lock:
            replies = script.get("replies", {})
            reply = replies.get(place + ":" + address) or replies.get(place)
            if not reply or left["replies"] <= 0:
                return False
            left["replies"] -= 1
        for line in reply.split("\n"):
            self.say(line)
        return True

    def extensions(self):
        words = ["scripted.example", "8BITMIME", "PIPELINING"]
        if self.login or not script.get("late"):
            words.append("SIZE %d" % script["size"] if "size" in script else "SIZE")
            words += ["SMTPUTF8"] if script.get("utf8") else []
        words += script.get("words", [])
        if script.get("tls", "starttls") == "starttls" and not self.tls:
            words.append("STARTTLS")
        methods = script.get("methods", "PLAIN LOGIN")
        if methods and (self.tls or script.get("tls") == "none" or script.get("plain")):
            words.append("AUTH " + methods)
        for word in words[:-1]:
            self.say("250-" + word)
        self.say("250 " + words[-1])

    def authenticate(self, words):
        def given(prompt):
            self.say("334 " + prompt)
            return self.hear()
        method = words[1].upper()
        if method == "LOGIN":
            user = base64.b64decode(given("VXNlcm5hbWU6")).decode()
            raw = given("UGFzc3dvcmQ6")
            password = base64.b64decode(raw).decode()
        else:
            raw = words[2] if len(words) > 2 else given("")
            text = base64.b64decode(raw).decode()
            if method == "XOAUTH2":
                user = text.split("user=")[1].split("\x01")[0]
                password = text.split("Bearer ")[1].split("\x01")[0]
            else:
                _, user, password = text.split("\0")
        if "login" in script:
            half = len(raw) // 2
            says = script["login"].replace("{echo}", raw + " " + password)
            says = says.replace("{halves}", raw[:half] + " " + raw[half:])
            return self.say(says.replace("{raw}", raw))
        if script.get("auth", {}).get(user) == password:
            self.login = user
            return self.say("235 2.7.0 welcome")
        self.say("535 5.7.8 wrong user or password")

    def data(self):
        global count
        size, lines = 0, []
        while True:
            line = self.file.readline()
            if not line:
                raise Gone
            if line == b".\r\n":
                break
            if script.get("cut") == "MIDDLE" and size > 100000:
                self.cut("MIDDLE")
            size += len(line)
            lines.append(line[1:] if line.startswith(b".") else line)
        self.cut("DOT")
        if self.trouble("DOT"):
            return
        with lock:
            count += 1
            number = count
        stem = os.path.join(folder, str(number))
        with open(stem + ".eml", "wb") as file:
            file.writelines(lines)
        with open(stem + ".part", "w") as file:
            json.dump({"sender": self.sender, "recipients": self.recipients, "size": self.size,
                       "login": self.login or "", "tls": self.tls}, file)
        os.rename(stem + ".part", stem + ".json")
        self.cut("ANSWER", b"250-2.0.0 tak")
        self.say("250 2.0.0 taken as %d" % number)

    def run(self):
        self.cut("GREETING")
        if self.trouble("GREETING"):
            return
        self.say("220 scripted.example ESMTP")
        while True:
            words = self.hear().split(" ")
            verb = words[0].upper()
            if verb == "EHLO":
                if not self.trouble("EHLO"):
                    self.extensions()
            elif verb == "STARTTLS":
                if self.trouble("STARTTLS"):
                    continue
                self.say("220 go on" + script.get("inject", ""))
                self.connection = context.wrap_socket(self.connection, server_side=True)
                self.file = self.connection.makefile("rb")
                self.tls = True
            elif verb == "AUTH":
                if not self.trouble("AUTH"):
                    self.authenticate(words)
            elif verb == "MAIL":
                if script.get("auth") and not self.login:
                    self.say("530 5.7.0 log in first")
                elif self.taken >= script.get("perConnection", 1 << 30):
                    self.say("421 4.7.0 enough for one connection")
                    raise Gone
                elif not self.trouble("MAIL"):
                    self.reset()
                    self.sender = words[1][len("FROM:<"):-1]
                    sizes = [word[5:] for word in words if word.upper().startswith("SIZE=")]
                    self.size = int(sizes[0]) if sizes else 0
                    self.utf8 = "SMTPUTF8" in words
                    if 0 < script.get("size", 0) < self.size:
                        self.say("552 5.3.4 too large")
                    else:
                        self.say("250 2.1.0 fine")
            elif verb == "RCPT":
                self.cut("RCPT")
                address = words[1][len("TO:<"):-1]
                if not address.isascii() and not self.utf8:
                    self.say("553 5.6.7 SMTPUTF8 was not asked for")
                elif not self.trouble("RCPT", address):
                    self.recipients.append(address)
                    self.say("250 2.1.5 fine")
            elif verb == "DATA":
                if not self.trouble("DATA"):
                    self.say("354 go on")
                    self.data()
                    self.taken += 1
            elif verb == "QUIT":
                self.say("221 bye")
                return
            else:
                self.say("250 fine")


def serve(connection):
    try:
        if script.get("tls") == "implicit":
            connection = context.wrap_socket(connection, server_side=True)
        session = Session(connection)
        session.run()
    except (Gone, OSError, ValueError, IndexError):
        pass
    # A cut is a reset where that can be had: the client sees no orderly end.
    try:
        session.connection.close()
        session.file.close()
    except (OSError, NameError, UnboundLocalError):
        pass


context = certificate() if script.get("tls", "starttls") != "none" else None
listener = socket.create_server(("127.0.0.1", 0), backlog=50)


def accept():
    while True:
        connection, _ = listener.accept()
        threading.Thread(target=serve, args=(connection,), daemon=True).start()


threading.Thread(target=accept, daemon=True).start()
print(listener.getsockname()[1], flush=True)
sys.stdin.read()
